"""Runs an experiment on a Ray cluster of two nodes on this machine and kills one of them: `two_nodes.py FILE DIR`.

A program of its own, since Ray leaves threads and files open that the tests' own process is held not to.
"""

import sys
from pathlib import Path

from ray.cluster_utils import Cluster

from phaseline.lab.cluster import RayCluster
from phaseline.lab.experiment import read
from phaseline.lab.rows import MatchRow
from phaseline.lab.running import Stand, run
from phaseline.lab.store import Store

KILLED_AFTER = 20
"""Matches."""


def main(file: Path, folder: Path) -> None:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    kept = 0

    def watch(_: Stand, __: MatchRow) -> None:
        nonlocal kept
        kept += 1
        if kept == KILLED_AFTER:
            cluster.remove_node(second, allow_graceful=False)
            print("killed a node", flush=True)

    try:
        run(Store.create(folder, file, *read(file)), RayCluster(cluster.address), watch)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
