from __future__ import annotations

from phaseline.mechanics.bench import best_time, flood_benchmarks


def test_every_benchmark_has_its_own_name_and_takes_time() -> None:
    results = flood_benchmarks()
    assert len({name for name, _ in results}) == len(results) == 12
    assert all(seconds > 0 for _, seconds in results)


def test_best_time_calls_the_work_at_least_once_a_run() -> None:
    calls: list[None] = []
    assert best_time(lambda: calls.append(None), runs=3, run_time=0.0) > 0
    assert len(calls) == 1 + 3
