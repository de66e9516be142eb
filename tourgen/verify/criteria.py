"""The criteria: every value made of the lines of a record, larger is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tourgen.formats.models import Criteria, Criterion, Sum
from tourgen.verify.facts import Facts, grade_level
from tourgen.verify.record import Line, Scale, View

Values = tuple[int, ...]

FEWEST_FOR_MEDIAN = 3
BRIGHTWELL_BYE = 32
UNGRADED, UNRATED = -99, -1_000_000  # who has no grade or rating comes after all others


@dataclass(frozen=True)
class Ground:
    """Everything that a value is made of, after one round."""

    view: View
    scale: Scale
    facts: Facts
    lots: Mapping[int, int]  # lottery numbers
    counted_rounds: Sequence[int]  # the rounds so far in which something counted was played
    ranks: Mapping[int, Mapping[int, int]]  # round: everybody's rank after it, those before this one
    before: Mapping[int, int]  # everybody's rank before the latest round that counts in the standings
    lots_of_the_round: Mapping[int, int]
    groups: Sequence[Sequence[int]]  # those who are compared with each other

    def values(self, criteria: Criteria) -> dict[int, Values]:
        """Criterion by criterion: a direct encounter asks who is equal in everything before it."""
        found: dict[int, Values] = dict.fromkeys(self.view.lines, ())
        for one in criteria:
            if isinstance(one, str) and one.startswith("direct-encounter"):
                column = self._direct(found, one.endswith("of-two"))
            else:
                column = {no: self.value(one, no) for no in found}
            found = {no: (*before, column[no]) for no, before in found.items()}
        return found

    def value(self, criterion: Criterion, no: int) -> int:
        if isinstance(criterion, Sum):
            # Discs and boards are put on the scale of the wins they are added to.
            plain = ("disc-", "board-")
            mixed = any(not name.startswith(plain) for name in criterion.sum)
            return sum(
                times * self.value(name, no) * (self.scale.unit if mixed and name.startswith(plain) else 1)
                for name, times in zip(criterion.sum, criterion.times, strict=True)
            )
        return OWN[criterion](self, no) if criterion in OWN else self._numbered(criterion, no)

    def _numbered(self, name: str, no: int) -> int:
        """Criteria of opponents, and those with a number at their end."""
        stem, _, number = name.rpartition("-")
        if stem == "rank-after":
            return -self.ranks.get(int(number), {no: 0})[no]
        if stem in ("brightwell", "brightwell-beaten"):
            return self._brightwell(no, int(number), only_beaten=stem != "brightwell")
        values = self.points if "points" in name else self.view.scores
        beaten, drawn, lost = self._opponents(no, values)
        everybody = sorted([*beaten, *drawn, *lost])
        match name.replace("points", "wins"):
            case "opponents-wins":
                return sum(everybody)
            case "beaten-wins":
                return sum(beaten)
            case "median-wins":
                # 「対戦した相手の「勝数」のうち、最大のものと最小のものを除いた合計」
                return sum(everybody[1:-1]) if len(everybody) >= FEWEST_FOR_MEDIAN else 0
            case "opponents-wins-cut-1":
                return sum(everybody[1:])
            case "sonneborn-berger":
                return 2 * sum(beaten) + sum(drawn)
            case "opponents-opponents-wins":
                sums = {other: sum(map(sum, self._opponents(other, values))) for other in values}
                byes = sums[no] if self.scale.score.bye_opponent == "own" else 0
                lines = self.view.lines[no]
                return sum(byes if line.bye else sums.get(line.opponent or 0, 0) for line in lines)
        assert stem == "top-bottom", name
        return top_and_bottom(int(number), beaten, [*drawn, *lost])

    @property
    def latest(self) -> int:
        """The last round so far in which something counted was played."""
        return self.counted_rounds[-1] if self.counted_rounds else 0

    @cached_property
    def starting(self) -> dict[int, int]:
        """McMahon: one point for every grade above the floor, up to the bar."""
        declared = self.scale.score.starting_points
        if declared is None:
            return dict.fromkeys(self.view.lines, 0)
        low, high = grade_level(declared.floor) or 0, grade_level(declared.bar) or 0
        grades = {no: self.facts.entrants[no].grade for no in self.view.lines}
        return {
            no: self.scale(min(max(low if grade is None else grade, low), high) - low)
            for no, grade in grades.items()
        }

    @cached_property
    def points(self) -> dict[int, int]:
        return {no: score + self.starting[no] for no, score in self.view.scores.items()}

    def _of_a_bye(self, no: int, values: Mapping[int, int]) -> int:
        bye = self.scale.score.bye_opponent
        return values[no] if isinstance(bye, str) else self.scale(bye)

    def _opponents(self, no: int, values: Mapping[int, int]) -> tuple[list[int], list[int], list[int]]:
        """The values of those beaten, byes and walkovers among them, of those drawn with and of those lost to."""
        found: dict[str, list[int]] = {"win": [], "draw": [], "loss": []}
        for line in self.view.lines[no]:
            if line.bye:
                found["win"].append(self._of_a_bye(no, values))
            elif line.opponent is not None:
                found[line.result].append(values.get(line.opponent, 0))
        return found["win"], found["draw"], found["loss"]

    def _brightwell(self, no: int, times: int, only_beaten: bool) -> int:
        """Discs + c × points of the opponents; a bye, or an opponent who withdrew, is 32 + c × own points."""
        return sum(self._quotient(no, line, times, only_beaten) for line in self.view.lines[no])

    def _quotient(self, no: int, line: Line, times: int, only_beaten: bool) -> int:
        left = line.opponent is not None and self.facts.entrants[line.opponent].withdrawn(self.latest)
        if line.bye or left:
            return self.scale.unit * BRIGHTWELL_BYE + times * self.points[no]
        discs = self.scale.unit * line.discs[0] if line.discs else 0
        counts = line.opponent is not None and (line.result == "win" or not only_beaten)
        return discs + (times * self.points.get(line.opponent or 0, 0) if counts else 0)

    def _direct(self, values: Mapping[int, Values], of_two: bool) -> dict[int, int]:
        """1 for who beat everybody with the same values in the group and failed against none of them, else 0."""
        won: set[tuple[int, int]] = set()
        failed: set[tuple[int, int]] = set()
        for no, lines in self.view.lines.items():
            for line in lines:
                if line.met is not None:
                    (won if line.result == "win" else failed).add((no, line.met))
        found = dict.fromkeys(values, 0)
        for members in self.groups:
            tied: dict[Values, list[int]] = {}
            for no in members:
                tied.setdefault(values[no], []).append(no)
            for equal in tied.values():
                if len(equal) < 2 or (of_two and len(equal) > 2):
                    continue
                for no in equal:
                    others = [(no, other) for other in equal if other != no]
                    found[no] = int(all(pair in won and pair not in failed for pair in others))
        return found


def top_and_bottom(k: int, beaten: Sequence[int], lost: Sequence[int]) -> int:
    """「自分が勝利した相手の中で上位k選手の勝数合計 + 自分が敗北した相手の中で下位k選手の勝数合計」."""
    return sum(sorted(beaten, reverse=True)[:k]) + sum(sorted(lost)[:k])


def _rounds_won(ground: Ground, no: int) -> list[int]:
    return [line.round for line in ground.view.lines[no] if line.result == "win"]


def _first_loss(ground: Ground, no: int) -> int:
    lost = (line.round for line in ground.view.lines[no] if line.result == "loss")
    return min(lost, default=ground.latest + 1)


def _weighed(ground: Ground, no: int) -> int:
    weights = ground.scale.score.round_weights
    return sum(weights[min(number, len(weights)) - 1] for number in _rounds_won(ground, no))


def _discs(ground: Ground, no: int) -> list[tuple[int, int]]:
    return [line.discs for line in ground.view.lines[no] if line.discs]


def _previous_order(ground: Ground, no: int) -> int:
    """「同勝数の場合は前試合直前の順位が上位の方が上位となります」: at first the number, smaller ahead."""
    return -ground.before.get(no, ground.lots[no])


def _or(value: int | None, without: int) -> int:
    return without if value is None else value


# What a player has without regard to opponents.
OWN: dict[str, Callable[[Ground, int], int]] = {
    "wins": lambda one, no: one.view.scores[no],
    "points": lambda one, no: one.points[no],
    "starting-points": lambda one, no: one.starting[no],
    "wins-before-latest": lambda one, no: one.view.score_until(no, one.latest - 1),
    # 「各回戦のチームの「勝数」の総和」: ○○○× is 1 + 2 + 3 + 3.
    "cumulative-wins": lambda one, no: sum(one.view.score_until(no, at) for at in one.counted_rounds),
    "later-first-loss": _first_loss,
    # Who won earlier is ahead: the rounds won as a binary number, round 1 first.
    "earlier-wins": lambda one, no: sum(2 ** (one.latest - at) for at in _rounds_won(one, no)),
    "round-weights": _weighed,
    "board-wins": lambda one, no: sum(line.boards for line in one.view.lines[no]),
    "disc-difference": lambda one, no: sum(mine - theirs for mine, theirs in _discs(one, no)),
    "disc-total": lambda one, no: sum(mine for mine, _ in _discs(one, no)),
    "grade": lambda one, no: _or(one.facts.entrants[no].grade, UNGRADED),
    "rating": lambda one, no: _or(one.facts.entrants[no].rating, UNRATED),
    "lottery-number": lambda one, no: one.lots[no],
    "smaller-lot": lambda one, no: -one.lots[no],
    "lot-of-the-round": lambda one, no: -one.lots_of_the_round[no],
    "previous-order": _previous_order,
}
