"""`tourgen simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tourgen.cli.common import (
    LangOption,
    disk_problems_told,
    echo,
    fail,
    one_event,
    refuse,
    say,
    with_progress,
)
from tourgen.simulate.random_tournament import Chances, FieldError
from tourgen.simulate.simulation_runner import Simulation, SourceProblem
from tourgen.storage.own_files import is_vacant


def _chance(name: str, text: str) -> Any:
    return typer.Option(name, metavar="P", min=0.0, max=1.0, help=text)


def simulate(
    format_id: Annotated[
        str | None, typer.Option("--format", metavar="F", help="大会方式 / the format")
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="N",
            min=1,
            help="名簿の人数(欠席を含む) / roster entries, absentees included",
        ),
    ] = None,
    event: Annotated[
        str | None,
        typer.Option(
            "--event",
            metavar="EVENT",
            help="この大会の名簿で(フォルダか events の中の名前) / with this event's rosters (folder or name)",
        ),
    ] = None,
    runs: Annotated[int, typer.Option("--runs", metavar="K", min=1, help="回数 / how many")] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="乱数の種 / the seed")] = 1,
    absent: Annotated[float, _chance("--absent", "選手が欠席する確率 / per player, before round 1")] = 0.0,
    withdraw: Annotated[
        float, _chance("--withdraw", "各回戦の後に棄権する確率 / per player, after each round")
    ] = 0.0,
    forfeit: Annotated[float, _chance("--forfeit", "対局が不戦になる確率 / per game")] = 0.0,
    jsonl: Annotated[
        Path | None,
        typer.Option("--jsonl", metavar="FILE", help="結果を1行ずつ書く / results documents, a line each"),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="DIR",
            help="最後の回を大会フォルダに残す / keep the last run as an event folder",
        ),
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="別の計算で確かめる / derive each again and list deviations")
    ] = False,
    lang: LangOption = None,
) -> None:
    """乱数で大会を最後まで行います。種と回数が同じなら、いつも同じ結果です。

    Random whole tournaments. The same seed and options always give the same runs.
    """
    language = lang or "ja"
    if (event is None) == (format_id is None) or (event is None and players is None):
        raise typer.BadParameter("--format F --players N, または --event EVENT", param_hint="--format")
    if absent >= 1:
        refuse("said-nobody", language)
    folder, shown = one_event(event, lang) if event is not None else (None, "")
    try:
        plan = Simulation.of(
            format_id, players, folder, seed, runs, Chances(absent, withdraw, forfeit), shown
        )
    except FieldError as error:
        low, high = error.args[1:]
        refuse("said-players-wrong", language, count=error.args[0], low=low, high=high)
    except SourceProblem as error:
        fail(error.problems, language)
    if save is not None and not is_vacant(save):
        refuse("said-folder-exists", language, path=save)
    if jsonl is not None and not plan.may_write(jsonl):
        refuse("said-file-exists", language, path=jsonl)
    bad = 0
    with disk_problems_told(language):
        with plan.output(jsonl) as write:
            for lines, deviations in with_progress(
                plan.play(verify), runs, "tourgen simulate", talkative=False
            ):
                for line in lines:
                    write(line)
                for text in deviations:
                    echo(text.text(language))
                bad += bool(deviations)
        if save is not None:
            plan.save(save)
    say("said-simulated", language, runs=runs, seed=seed, players=plan.players)
    if save is not None:
        say("said-saved", language, path=save.as_posix())
    if verify and not bad:
        say("said-no-deviations", language, runs=runs)
    if bad:
        say("said-deviations", language, runs=runs, bad=bad)
        raise typer.Exit(1)
