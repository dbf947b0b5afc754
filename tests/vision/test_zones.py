import pytest

from vision.zones import FELT, PLAYERS_ZONES, TABLE, ZoneId


def test_a_zone_is_reported_and_parsed_by_its_name() -> None:
    assert [str(zone) for zone in (ZoneId("pond", 2), FELT, TABLE)] == ["pond/2", "felt", "table"]
    for zone in (*PLAYERS_ZONES, FELT, TABLE):
        assert ZoneId.parse(str(zone)) == zone
        assert zone.shared == (zone in {FELT, TABLE})
    assert len({str(zone) for zone in PLAYERS_ZONES}) == 20


@pytest.mark.parametrize("text", ["pond/4", "pond", "felt/0", "table/1", "pool/1", "pond/-1", "pond/01", ""])
def test_what_names_no_zone_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no zone"):
        ZoneId.parse(text)


def test_there_is_no_zone_of_a_fifth_chair() -> None:
    with pytest.raises(ValueError, match="chair 4"):
        ZoneId("pond", 4)
    with pytest.raises(ValueError, match="chair 1"):
        ZoneId("felt", 1)


def test_zones_stand_in_the_order_of_their_names() -> None:
    zones = (*PLAYERS_ZONES, FELT, TABLE)
    assert [str(zone) for zone in sorted(zones)] == sorted(str(zone) for zone in zones)
