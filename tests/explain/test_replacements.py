"""補充: who filled whose place, and why not somebody else."""

import pytest

from tests.explain.builders import three_divisions
from tourgen.engine.replacements import Refusal
from tourgen.explain.replacements import EventWhy
from tourgen.explain.text import explain_text


@pytest.mark.parametrize("run", [1, 2, 3])
def test_every_claim(run: int) -> None:
    event = three_divisions(run)
    by_id = {one.division.id: one for one in event}
    why_event = EventWhy(event)
    seen: set[Refusal | None] = set()
    for name in ("open", "women"):
        there = by_id[name]
        filled, left = why_event.filled(name)
        absent = {no for no, one in there.players.items() if one.absent}
        assert {one.absentee for one in filled} == absent
        assert [one.place for one in filled] == sorted(one.place for one in filled)
        came = {one.move.new_no: (one.move.source, one.move.no) for one in filled if one.move}
        assert came == {no: one.replacement_from for no, one in there.players.items() if one.replacement_from}
        numbers = [one.number or 0 for one in filled if one.move]
        assert numbers == sorted(numbers)
        for one in filled:
            assert one.absentee is not None and there.draw.numbers[one.absentee] == one.place
            if one.move is not None:
                assert there.draw.numbers[one.move.new_no] == one.place
                assert by_id[one.move.source].draw.numbers[one.move.no] == one.number
            for other in one.passed:
                assert other.refused is not None and (other.number or 0) < (one.number or 0)
        passed = [*(other for one in filled for other in one.passed), *left]
        for other in passed:
            seen.add(other.refused)
            player = by_id[other.source].players[other.no]
            assert name in player.standby
            match other.refused:
                case "sex":
                    assert name == "women" and player.sex == "M"
                case "taken":
                    assert player.moved_to is not None and player.moved_to[0] == "open" and name == "women"
                case "absent":
                    assert player.absent
                case None:
                    assert (other.number or 0) > max(numbers, default=0) and len(numbers) == len(absent)
        asked = {no for no, one in by_id["free"].players.items() if name in one.standby}
        taken = {no for _, no in came.values()}
        assert {other.no for other in passed} == asked - taken
    assert "sex" in seen and ("taken" in seen or run == 2)


def test_the_lines_say_it_wherever_somebody_asks() -> None:
    event = three_divisions(1)
    open_division, _, free = event
    came = next(one for one in open_division.players.values() if one.replacement_from)
    assert came.replacement_from is not None
    absentee = next(
        no
        for no, one in open_division.players.items()
        if one.absent and open_division.draw.numbers[no] == open_division.draw.numbers[came.no]
    )
    source = came.replacement_from[1]
    sentence = (
        f"  架空の部1の番号{open_division.draw.numbers[came.no]}({open_division.players[absentee].name}が欠席)には、"
        f"架空の部3 {source}番の{came.name}(抽選番号{free.draw.numbers[source]})を補充しました。"
        f"架空の部1では{came.no}番です。"
    )
    asked = [(open_division, None), (open_division, came.no), (open_division, absentee), (free, source)]
    for tournament, no in asked:
        lines = explain_text(tournament, round_no=None, player=no, language="ja", event=event)
        assert sentence in lines
        assert any("抽選番号が若い選手から順に補充します" in line for line in lines)
        assert sentence not in explain_text(tournament, round_no=None, player=no, language="ja")


def test_an_absentee_is_called_absent() -> None:
    event = three_divisions(1)
    absentee = next(no for no, one in event[0].players.items() if one.absent)
    lines = explain_text(event[0], round_no=None, player=absentee, language="ja", event=event)
    assert lines[1] == "  欠席です。対局も順位もありません。"


def test_who_asked_in_vain_is_told_why() -> None:
    event = three_divisions(1)
    free = event[2]
    told = 0
    for no, one in free.players.items():
        lines = explain_text(free, round_no=None, player=no, language="ja", event=event)
        mine = [
            line
            for line in lines
            if "希望していましたが" in line
            and line.rstrip().endswith(
                f"{one.name}(抽選番号{free.draw.numbers[no]})" if no in free.draw.numbers else one.name
            )
        ]
        wanted = set(one.standby) - ({one.moved_to[0]} if one.moved_to else set())
        assert len(mine) == len(wanted)
        told += len(mine)
    assert told
