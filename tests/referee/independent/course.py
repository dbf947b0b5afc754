"""The consequences of a hand: the next dealer, counters, the end of the hanchan (WRC 5.7.7-5.9, MJ 3.4.10-3.6, SAI 27, 50; the
preset's own words for tenhou)."""

from referee.rules.ruleset import Ruleset

Four = tuple[int, int, int, int]


def next_round(round_now: int, *, repeats: bool) -> int:
    """Let the deal stay or move on."""
    return round_now if repeats else round_now + 1


def leads(rules: Ruleset, scores: list[int], seat: int) -> bool:
    """Return whether nobody has a better place; of equal scores the earlier dealer leads."""
    return (
        all((scores[seat], -seat) >= (scores[other], -other) for other in range(4))
        and scores[seat] >= rules.flow.target_points
    )


def over(
    rules: Ruleset, scores: list[int], played: int, following: int, *, dealer_won: bool, drawn: bool
) -> bool:
    """Return whether the hanchan ends with the hand of round ``played`` (0 is East 1)."""
    flow = rules.flow
    if flow.ends_below_zero and min(scores) < 0:
        return True
    last = 4 * flow.rounds - 1
    if played < last:
        return False
    repeats = following == played
    enough = max(scores) >= flow.target_points
    if repeats:
        stops = (dealer_won and flow.agari_yame) or (drawn and flow.tenpai_yame)
        return stops and leads(rules, scores, played % 4)
    return enough or following >= 4 * (flow.rounds + flow.extra_rounds) or not flow.extra_rounds


def final(rules: Ruleset, scores: list[int], bets: int) -> tuple[Four, Four, Four]:
    """Scores with the bets that are left, places and totals (WRC 5.9.2, MJ 3.6.1)."""
    flow = rules.flow
    ended = list(scores)
    order = sorted(range(4), key=lambda seat: (-ended[seat], seat))
    if flow.bets_left == "first":
        ended[order[0]] += 1000 * bets
    if flow.bets_left == "first_shared":
        first = [seat for seat in order if ended[seat] == ended[order[0]]]
        for seat in first:
            ended[seat] += 10 * bets // len(first) * 100
    floating = sum(score >= flow.return_points for score in ended)
    uma = flow.uma_by_floating[floating] if flow.uma_by_floating else flow.uma
    oka = 4 * (flow.return_points - flow.start_points) if flow.oka else 0
    places = [0, 0, 0, 0]
    shares = [0, 0, 0, 0]
    for place, seat in enumerate(order):
        if flow.ties == "split":
            tied = [at for at, other in enumerate(order) if ended[other] == ended[seat]]
            places[seat] = tied[0] + 1
            earned = sum(uma[at] for at in tied) + (oka if 0 in tied else 0)
            shares[seat] = earned // len(tied) + (place - tied[0] < earned % len(tied))
        else:
            places[seat] = place + 1
            shares[seat] = uma[place] + (oka if place == 0 else 0)
    totals = [ended[seat] - flow.return_points + shares[seat] for seat in range(4)]
    return _four(ended), _four(places), _four(totals)


def _four(values: list[int]) -> Four:
    one, two, three, four = values
    return one, two, three, four
