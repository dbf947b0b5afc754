"""Texts of ``jantaku doctor``: the condition of each part of a table's installation, and what to type."""

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.message import Message


def _of_ending(name: str, number: int) -> None: ...  # a file, and the number of days within which it ends
# The number of things that are wrong, and of those that nearly are.
def _of_sum(wrong: int, warnings: int) -> None: ...
def _of_place(name: str) -> None: ...
def _of_unreached(name: str, why: Message) -> None: ...  # a broker, and why it is not reached
# A place, how much of it is used (%), how much is free (MB).
def _of_share(name: str, number: int, most: int) -> None: ...
def _of_size(number: int, most: int, least: int) -> None: ...  # columns and rows of a picture, rows needed
def _of_markers(number: int, of: int) -> None: ...  # markers seen, and how many the table has
# The version that was found, and the one that belongs to this program.
def _of_versions(text: str, usual: str) -> None: ...
def _of_degrees(number: int) -> None: ...
def _of_panel(number: int, outputs: int) -> None: ...  # so many buttons, and lamps and buzzer


class Diagnosed:
    """Conditions of a part."""

    all_fine = Text(of.nothing)
    some_wrong = Text(_of_sum)
    said = Text(of.of_message)
    # settings
    settings_read = Text(_of_place)
    settings_defaults = Text(_of_place)
    # the service and its user
    no_service = Text(_of_place)
    service_runs = Text(of.nothing)
    service_stopped = Text(of.nothing)
    service_crashes = Text(of.of_number)
    service_disabled = Text(of.nothing)
    timer_off = Text(_of_place)
    not_in_group = Text(reasons.of_value)
    not_for_user = Text(reasons.of_value)
    # the state folder
    no_state = Text(_of_place)
    state_writable = Text(_of_place)
    not_writable = Text(reasons.of_value)
    disk_free = Text(_of_share)
    disk_full = Text(_of_share)
    # clock and computer
    clock_behind = Text(of.of_text)
    clock_ahead = Text(of.of_text)
    clock_unsynchronized = Text(of.nothing)
    clock_right = Text(of.nothing)
    hot = Text(_of_degrees)
    under_voltage = Text(of.nothing)
    # the journal
    no_journal = Text(of.nothing)
    journal_whole = Text(of.of_number)
    backup_never = Text(of.nothing)
    backup_age = Text(of.of_number)
    # what the daemon holds while it runs
    daemon_has_it = Text(of.nothing)
    daemon_waits = Text(of.nothing)
    daemon_silent = Text(of.nothing)
    table_runs = Text(of.nothing)
    # the unit
    no_unit_wanted = Text(of.of_text)
    no_device = Text(_of_place)
    not_allowed = Text(_of_place)
    held = Text(reasons.of_value)
    unit_answers = Text(reasons.of_value)
    unit_silent = Text(_of_place)
    unit_lost = Text(reasons.of_value)
    old_firmware = Text(_of_versions)
    # the panel
    no_panel = Text(of.nothing)
    panel_usable = Text(_of_panel)
    panel_unusable = Text(of.of_text)
    pressed = Text(of.of_message)
    stop_open = Text(of.nothing)
    some_calls = Text(of.nothing)
    # the camera
    no_camera = Text(reasons.of_value)
    no_frame = Text(_of_place)
    few_rows = Text(_of_size)
    bad_picture = Text(of.of_text)
    no_markers = Text(of.nothing)
    other_markers = Text(of.nothing)
    some_markers = Text(_of_markers)
    not_found = Text(of.of_text)
    blurred = Text(of.of_text)
    not_calibrated = Text(of.nothing)
    calibration_unfit = Text(of.of_text)
    moved = Text(of.of_number)
    table_seen = Text(_of_markers)
    felt_seen = Text(of.nothing)
    # the calls of people
    no_apprise = Text(of.nothing)
    calls_set = Text(of.of_number)
    nobody_called = Text(of.nothing)
    called = Text(_of_place)
    not_called = Text(reasons.of_value)
    # the broker and the page
    broker_reached = Text(_of_place)
    no_answer = Text(_of_unreached)
    wrong_password = Text(reasons.of_value)
    no_login = Text(_of_place)
    role_too_small = Text(of.of_text)
    old_broker = Text(_of_versions)
    certificate_over = Text(_of_place)
    certificate_ends = Text(_of_ending)
    port_taken = Text(of.of_number)
    port_refused = Text(reasons.of_value)
    port_free = Text(of.of_number)
    no_page = Text(of.nothing)


class Remedy:
    """Remedies for what is wrong; the commands to paste for each stand beside it (``Diagnosis.commands``)."""

    mend_settings = Text(of.nothing)
    check_settings = Text(of.nothing)
    set_up = Text(of.nothing)
    set_up_anew = Text(of.nothing)
    see_log = Text(of.nothing)
    switch_on = Text(of.nothing)
    let_use = Text(of.nothing)
    as_root = Text(of.nothing)
    make_folder = Text(of.nothing)
    free_space = Text(of.nothing)
    install_apprise = Text(of.nothing)
    see_address = Text(of.nothing)
    see_kernel = Text(of.nothing)
    set_clock = Text(of.nothing)
    wait_clock = Text(of.nothing)
    cool = Text(of.nothing)
    supply = Text(of.nothing)
    newer_program = Text(of.nothing)
    restore_journal = Text(of.nothing)
    install_anew = Text(of.nothing)
    back_up = Text(of.nothing)
    plug_unit = Text(of.nothing)
    join_group = Text(of.nothing)
    end_other = Text(of.nothing)
    power_unit = Text(of.nothing)
    flash = Text(of.nothing)
    release = Text(of.nothing)
    close_stop = Text(of.nothing)
    plug_camera = Text(of.nothing)
    uncover = Text(of.nothing)
    markers = Text(of.nothing)
    own_markers = Text(of.nothing)
    clear_felt = Text(of.nothing)
    focus = Text(of.nothing)
    calibrate = Text(of.nothing)
    start_broker = Text(of.nothing)
    install_broker = Text(of.nothing)
    other_broker = Text(of.nothing)
    newer_broker = Text(of.nothing)
    other_port = Text(of.nothing)
    other_address = Text(of.nothing)
    more_rows = Text(of.of_number)
