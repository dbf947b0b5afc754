"""Files made for Prometheus and Grafana, checked by their own programs: promtool of Debian, Grafana's models of a dashboard."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tools.monitoring import FIGURES, NAMES, RULES, WatchRule, dashboard, rules

pytestmark = pytest.mark.prove
MODELS: Final = "grafana-foundation-sdk==1769699998!10.1.0"
ROUND_TRIP: Final = """
import json, sys
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard
print(JSONEncoder(sort_keys=True).encode(Dashboard.from_json(json.load(sys.stdin))))
"""
HEALTHY: Final = {
    'up{job="jantaku"}': "1x60",
    'alert{alert="time"}': "1x60",
    "ready": "1x60",
    "broker_connected": "1x60",
    "frames_read": "0+600x60",
    "unit_bad_frames": "0x60",
    "unit_frames": "0+600x60",
    "hall_store_readable": "1x60",
    'hall_waiting_entries{table="7"}': "0x60",
    "hall_open_notices": "0x60",
}
"""Series with a value for each minute that raise no alert."""
FAULTS: Final = {
    "JantakuAway": {'up{job="jantaku"}': "0x60"},
    "JantakuNeedsAPerson": {'alert{alert="camera"}': "1x60"},
    "JantakuNotReady": {"ready": "0x60"},
    "JantakuReadsNoPictures": {"frames_read": "9x60"},
    "JantakuBrokerAway": {"broker_connected": "0x60"},
    "JantakuBadCable": {"unit_bad_frames": "0+9x60"},
    "JantakuHallUnreadable": {"hall_store_readable": "0x60"},
    "JantakuHallWaits": {'hall_waiting_entries{table="7"}': "2x60"},
    "JantakuHallNotices": {"hall_open_notices": "3x60"},
    "JantakuFederationStalls": {'hall_stalled_seconds{place="nats"}': "121+60x60"},
}


@pytest.fixture(scope="module")
def promtool(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Debian's promtool, without the server, which would run as a service."""
    if found := shutil.which("promtool"):
        return found
    folder = tmp_path_factory.mktemp("prometheus")
    for words in (["apt-get", "-qq", "download", "prometheus"], ["sh", "-c", "dpkg-deb --extract *.deb ."]):
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"Debian's prometheus cannot be had: {done.stderr}")
    return str(folder / "usr" / "bin" / "promtool")


def asked(promtool: str, *words: str) -> str:
    """Run promtool, which must find nothing wrong; return its output."""
    done = subprocess.run([promtool, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def series(name: str) -> str:
    figure, brace, labels = name.partition("{")
    labels = 'instance="t"' + (f",{labels}" if brace else "}")
    return f"{NAMES.get(figure, figure)}{{{labels}"


def tried(fault: dict[str, str], alerts: list[dict[str, Any]], rule: WatchRule) -> dict[str, Any]:
    """A test for promtool: the figures, and the alerts after half an hour."""
    values = {"hall_stalled_seconds": "0x60"} | HEALTHY | fault
    return {
        "interval": "1m",
        "input_series": [{"series": series(name), "values": each} for name, each in values.items()],
        "alert_rule_test": [{"eval_time": "30m", "alertname": rule.name, "exp_alerts": alerts}],
    }


def test_each_rule_alerts_at_its_fault_alone(promtool: str, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump(rules()))
    assert f"{len(RULES)} rules found" in asked(promtool, "check", "rules", str(tmp_path / "rules.yaml"))
    assert FAULTS.keys() == {rule.name for rule in RULES}
    tests = [tried({}, [], rule) for rule in RULES]
    for rule in RULES:
        (name,) = FAULTS[rule.name]
        labels = dict(re.findall(r'(\w+)="([^"]+)"', series(name)))
        text = rule.text.replace("{{ $value }}", "3")
        for key, value in labels.items():
            text = text.replace(f"{{{{ $labels.{key} }}}}", value)
        alert = {"exp_labels": labels, "exp_annotations": {"summary": text}}
        tests.append(tried(FAULTS[rule.name], [alert], rule))
    (tmp_path / "tests.yaml").write_text(yaml.safe_dump({"rule_files": ["rules.yaml"], "tests": tests}))
    asked(promtool, "test", "rules", str(tmp_path / "tests.yaml"))


def test_a_rule_that_is_none_is_refused(promtool: str, tmp_path: Path) -> None:
    wrong = {"groups": [{"name": "a", "rules": [{"alert": "A", "expr": "rate(jantaku_ready) >"}]}]}
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump(wrong))
    done = subprocess.run([promtool, "check", "rules", str(tmp_path / "rules.yaml")], check=False)
    assert done.returncode == 1


def test_grafana_knows_all_of_the_dashboard(promtool: str, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    had = subprocess.run(
        [*pip, "--target", str(tmp_path), MODELS], capture_output=True, text=True, check=False
    )
    if had.returncode:
        pytest.skip(f"Grafana's models cannot be had: {had.stderr}")
    text = dashboard()
    read = subprocess.run(
        [sys.executable, "-c", ROUND_TRIP],
        input=text,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert lacks(json.loads(text), json.loads(read)) == []
    panels = json.loads(text)["panels"]
    assert len(panels) == len(FIGURES)
    asks = [target["expr"] for panel in panels for target in panel["targets"]]
    recorded = [{"record": f"panel:{number}", "expr": each} for number, each in enumerate(asks)]
    (tmp_path / "panels.yaml").write_text(yaml.safe_dump({"groups": [{"name": "a", "rules": recorded}]}))
    asked(promtool, "check", "rules", str(tmp_path / "panels.yaml"))


def lacks(ours: Any, theirs: Any, place: str = "$") -> list[str]:
    """The places in our dashboard that are lost when Grafana's models read it."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        pairs = ((each, theirs.get(key), f"{place}.{key}") for key, each in ours.items())
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = ((*each, f"{place}[]") for each in zip(ours, theirs, strict=True))
    else:
        return [] if ours == theirs else [f"{place}: {ours} became {theirs}"]
    return [lost for each, other, where in pairs for lost in lacks(each, other, where)]
