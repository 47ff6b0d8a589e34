"""Runs inside a container, started by container.py: cells come in as JSON, their results go out as JSON.

This process is the container's root, the student's kernel another user; nothing of the grader but
`ffn_grader.sandbox` exists here.
"""

import base64
import dataclasses
import json
import os
import sys
import tempfile
from importlib.metadata import EntryPoint
from pathlib import Path

COURSE = Path(__file__).parents[2]


def main():
    sys.path.insert(0, str(COURSE))
    from jupyter_client.provisioning import KernelProvisionerFactory

    from ffn_grader.sandbox.cells import Cell, Hooks
    from ffn_grader.sandbox.limits import Limits
    from ffn_grader.sandbox.options import SandboxOptions
    from ffn_grader.sandbox.runner import SandboxRunner

    class Told(Hooks):
        """Hands in what the trusted side said beforehand."""

        def before(self, cell):
            return told[cell.id]["before"]

        def before_replay(self, cell):
            return told[cell.id]["before_replay"]

    # Where the course is installed, its metadata says this.
    name, place = "ffn-bubblewrap", "ffn_grader.sandbox.provisioner:BubblewrapProvisioner"
    factory = KernelProvisionerFactory.instance()
    factory.provisioners[name] = EntryPoint(name, place, factory.GROUP_NAME)

    question = json.load(sys.stdin)
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    told = {one["id"]: one for one in question["cells"]}
    cells = [Cell(one["id"], one["source"], one["replay"]) for one in question["cells"]]
    with tempfile.TemporaryDirectory() as folder:
        for name, data in question["files"].items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(data))
        options = SandboxOptions(limits=Limits(**question["limits"]), folder=Path(folder), contained=True)
        results = SandboxRunner(options).run(cells, Told())
    json.dump({"results": [dataclasses.asdict(result) for result in results]}, answer)
    answer.close()


if __name__ == "__main__":
    main()
