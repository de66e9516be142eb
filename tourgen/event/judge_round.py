"""From the judged rows of a round to its games, compared with what the rules planned.

This is done for the first round that can be compared; what needs only the sheet and the roster is checked in
sheet_checks.py. Everything wrong is reported with its cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tourgen.engine.colours import handicaps, keeps_colours
from tourgen.engine.model import Entrant, Game, Round, Substitute
from tourgen.engine.progress import settle_withdrawals, with_boards
from tourgen.engine.situation import Situation
from tourgen.event.result_meaning import JudgedSheet, Outcome, lacks_discs, marked_cell
from tourgen.formats import Format
from tourgen.formats.labels import group_examples, plain, read_group, sheet_group
from tourgen.messages.problems import LANGUAGES, Problem, in_both
from tourgen.model import Player, ResultRow, ResultSheet, Source
from tourgen.result_marks import DISQUALIFIED, FOUL, NOBODY_WINS, written

BOTH_OUT_OF_TIME = "双方時間切れ"
_BOTH = "(双方|両者|両方|両名|両対局者|二人|2人|ふたり)"
_OUT_OF_TIME = re.compile(
    f"{_BOTH}(とも|共|に|が|の|は)*時間(切|ぎれ|超過|オーバー)|時間(切れ?|ぎれ|超過|オーバー).?{_BOTH}"
    "|both.{0,12}outoftime"
)
# Whoever writes a word of each may mean the same, in words that nobody has foreseen.
_MAYBE_BOTH = re.compile("双方|両|二人|2人|ふたり|どちらも|いずれも|互い|相互|同時|引き?分|both|each")
_MAYBE_TIME = re.compile("時間|時計|タイム|旗|time|flag|clock")
REPETITION = "千日手"  # a second one: the winner was decided by the referee's lot
RULING = "裁定"  # beside a result: the game was pending, and the committee has decided it
MISUSE = "故意"  # beside 裁定: with a finding of deliberate misuse
_NOT_DUE = ("player-not-due", "player-not-drawn")


def disqualified_players(sheet: ResultSheet) -> Iterator[tuple[int, Source]]:
    """The number and the cell of everybody marked 失格: they are out of the event from then on (decision P5).

    Of a team only a person is disqualified, never the team (H6).
    """
    for row in sheet.rows:
        for side, (no, mark) in enumerate(zip(row.numbers, row.marks, strict=True), 1):
            if mark == "disqualified" and no is not None:
                yield no, row.at(f"result{side}")


def reason_of_leaving(player: Player) -> dict[str, object]:
    """The name, why the player is gone, and which cell to correct if that is wrong: for a message."""
    if player.disqualified is None:
        gone, fix = in_both("gone-withdrawn", after=player.withdrawn_after), in_both("gone-withdrawn-fix")
    else:
        file, cell = player.disqualified.file.rpartition("/")[2], player.disqualified.cell
        gone = in_both("gone-disqualified", round=player.withdrawn_after, file=file, cell=cell)
        fix = in_both("gone-disqualified-fix", file=file, cell=cell)
    return {"name": player.name, "gone": gone, "fix": fix}


def judge_round(
    sheet: JudgedSheet, planned: Sequence[Game], situation: Situation, players: Mapping[int, Player]
) -> tuple[Round | None, list[Problem]]:
    """The round as its sheet says, compared with what the rules pair from this situation."""
    number, entrants = situation.after + 1, situation.entrants
    due = {no: game for game in planned for no in game.players if no is not None}
    judge = _RowJudge(situation, due, players)
    problems: list[Problem] = []
    games: list[Game] = []
    listed: set[int] = set()
    for row, judged in sheet.judged_rows:
        assert not isinstance(judged, list), "wrong marks are reported before a round is compared"
        if _bye_of_withdrawn(row, number, entrants):
            continue
        game, found = judge.game(row, judged)
        # A sheet as it was made pairs the players who were due then, whatever was corrected since (decision X1).
        problems += [one for one in found if not (sheet.as_made and one.code in _NOT_DUE)]
        games.append(game)
        listed |= {no for no in row.numbers if no is not None}
    # A qualified player's bye that is missing from the sheet is there all the same (decision X4).
    resting = {no for no in due.keys() & situation.qualified - listed if due[no].kind == "bye"}
    # A game of which both players had withdrawn need not be listed either.
    resting |= {
        no
        for no, game in due.items()
        if no not in listed and all(entrants[p].withdrawn(number) for p in game.players if p is not None)
    }
    games += [game for game in planned if game.players[0] in resting]
    for no in sorted(set(due) - listed - resting) if not sheet.as_made else ():
        problems.append(Problem("player-missing", sheet.source, str(no), {"name": players[no].name}))
    if problems:
        return None, problems
    return Round(number, tuple(games), by_hand=pairs_of(games) != pairs_of(planned)), []


def _bye_of_withdrawn(row: ResultRow, number: int, entrants: Mapping[int, Entrant]) -> bool:
    """A bye that fell to a player who then withdrew is no game: the round is lost without an opponent (D6)."""
    first, second = row.numbers
    return second is None and first is not None and first in entrants and entrants[first].withdrawn(number)


def pairs_of(games: Sequence[Game]) -> set[tuple[str, str | None, frozenset[int | None]]]:
    """The pairs with stage and group, whoever sits on which side, at whichever table."""
    return {(game.stage, game.group, frozenset(game.players)) for game in games}


@dataclass(frozen=True, slots=True)
class _RowJudge:
    """Makes games of the rows of one round."""

    situation: Situation  # before the round
    due: Mapping[int, Game]  # the planned game of each player
    players: Mapping[int, Player]

    @property
    def number(self) -> int:
        return self.situation.after + 1

    @property
    def declared(self) -> Format:
        return self.situation.format

    def game(self, row: ResultRow, outcome: Outcome | None) -> tuple[Game, list[Problem]]:
        first, second = row.numbers
        assert first is not None
        entrants = self.situation.entrants
        problems = [
            self.not_due(row.at(f"no{side}"), self.players[no])
            for side, no in enumerate(row.numbers, 1)
            if no is not None and no not in self.due
        ]
        if row.group and read_group(row.group, self.declared) is None:
            known = {"known": group_examples(self.declared)}
            problems.append(Problem("group-unknown", row.at("group"), row.group, known))
        stage, group = self.place(row, self.due.get(first))
        game = Game(row.table, stage, group, (first, second), substitutes=self.substitutes(row))
        game = self.with_sides(game, row)
        game = _with_outcome(game, outcome, row, self.declared.game) if outcome else game
        settled = with_boards(settle_withdrawals(game, entrants, self.number), len(self.declared.boards))
        gone = [no for no in row.numbers if no is not None and entrants[no].withdrawn(self.number)]
        all_gone = len(gone) == sum(no is not None for no in row.numbers)
        if settled.kind in NOBODY_WINS and self.declared.needs_winner(stage) and not all_gone:
            found = " ".join(written(mark, self.declared.game) for mark in row.boards or row.marks).strip()
            problems.append(Problem("double-loss-knockout", marked_cell(row), found))
        if settled != game and settled.discs is None and game.discs is not None:
            found = f"{game.discs[0]}-{game.discs[1]}"
            left = reason_of_leaving(self.players[gone[0]])
            problems.append(Problem("discs-withdrawn", row.at("discs1"), found, left))
        if outcome and lacks_discs(self.declared, stage, outcome, row.discs):
            cell = "discs1" if row.discs[0] is None else "discs2"
            problems.append(Problem("discs-missing", row.at(cell)))
        return settled, problems

    def with_sides(self, game: Game, row: ResultRow) -> Game:
        """黒 and 手合: Black is listed first where sides even out, typed where they are decided at the table."""
        first, second = game.players
        if second is None:
            return game
        rule, entrants = self.declared.handicap, self.situation.entrants
        if rule is not None:
            return replace(game, handicap=handicaps(rule, entrants[first], entrants[second]))
        return replace(game, black=0 if keeps_colours(self.declared) else row.black)

    def not_due(self, where: Source, player: Player) -> Problem:
        """A player without a game in this round; a knockout after the preliminaries names those who have one."""
        if self.situation.counted_round(self.number):
            return Problem("player-not-due", where, str(player.no), {"name": player.name})
        known = ", ".join(map(str, sorted(self.due)))
        params = {"name": player.name, "round": self.number, "known": known}
        return Problem("player-not-drawn", where, str(player.no), params)

    def substitutes(self, row: ResultRow) -> tuple[Substitute, ...]:
        """The substitutes of a match; a player who is registered at that board anyway is none."""
        members = [self.players[no].members if no is not None else () for no in row.numbers]
        return tuple(
            one
            for one in row.substitutes
            if plain(one.name) not in map(plain, members[one.side][one.board : one.board + 1])
        )

    def place(self, row: ResultRow, due: Game | None) -> tuple[str, str | None]:
        """Stage and group as written in 組; what that leaves open is as it would be for the first player."""
        typed = read_group(row.group, self.declared) if row.group else None
        if due is None:
            return typed or self.situation.open_place(self.number)
        # What the sheet was made with says the game that is due, also where stages share a name.
        made_with = [sheet_group(self.declared, due.stage, due.group, language) for language in LANGUAGES]
        if typed is None or typed == (due.stage, None) or plain(row.group) in map(plain, made_with):
            return due.stage, due.group
        return typed


def _with_outcome(game: Game, outcome: Outcome, row: ResultRow, played_game: str) -> Game:
    """The game with its result.

    Both out of time: 「この試合結果はレーティングには算入しない」; 不戦敗: 「試合結果はレーティングに算入しない」.
    """
    played = outcome.kind == "played"
    note = _note(row, outcome, played_game) if played else ""
    first, second = row.discs
    ruling = _ruled(row, outcome, played_game)
    return replace(
        game,
        kind=outcome.kind,
        winner=None if outcome.winner is None else game.players[outcome.winner],
        discs=(first, second) if first is not None and second is not None else None,
        rated=(played and note != BOTH_OUT_OF_TIME) or outcome.kind == "draw",
        note=note,
        boards=outcome.boards,
        games=outcome.games,
        substitutes=game.substitutes if played else (),
        ruling=ruling,
        misuse=ruling and MISUSE in plain(row.note),
    )


def _ruled(row: ResultRow, outcome: Outcome, played_game: str) -> bool:
    """Whether a result is the committee's; 「裁定待ち」 beside 預 says that it has not decided yet."""
    return played_game == "go" and outcome.kind not in ("pending", "bye") and RULING in plain(row.note)


def _note(row: ResultRow, outcome: Outcome, played_game: str) -> str:
    """What the rules make of a played game, in a word; the rest of the note is never published."""
    typed = plain(row.note)
    words = {"othello": (BOTH_OUT_OF_TIME,), "shogi": (REPETITION,)}.get(played_game, ())
    if "連続王手" in typed:
        words = ()  # 「連続王手の千日手」 is a foul, not a repetition that a lot decides
    if row.boards:
        # A board's cell holds the first team's mark: what the other team's player did stands in the note.
        words = (DISQUALIFIED, FOUL, *words)
    if BOTH_OUT_OF_TIME in words and both_out_of_time(row.note):
        typed += BOTH_OUT_OF_TIME
    return outcome.note or next((word for word in words if word in typed), "")


def both_out_of_time(note: str) -> bool:
    """双方時間切れ, and what people write instead: 両者時間切れ, 双方とも時間切れ, 双方時間切."""
    return _OUT_OF_TIME.search(plain(note)) is not None


def may_be_out_of_time(note: str) -> bool:
    """Whether a note speaks of both players and of time."""
    return all(words.search(plain(note)) for words in (_MAYBE_BOTH, _MAYBE_TIME))
