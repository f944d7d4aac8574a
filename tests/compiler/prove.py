"""All references, all cases, all targets compiled in the sandbox, with what it took and what came of it.

    python -m tests.compiler.prove docs/measured

Writes compiler-DATE.json; exit status 1 where one does not compile.
"""

import json
import platform
import statistics
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playground_puzzles.catalogue import load
from playground_puzzles.models import CompileJob, Kind, Target
from playground_workers.compiler.compiler import Compiler
from playground_workers.compiler.policy import compile_policy
from playground_workers.sandbox.box import Box


def main(folder: Path) -> int:
    catalogue = load()
    rows: list[dict[str, Any]] = []
    began = time.monotonic()
    with Box(compile_policy()) as box:
        compiler = Compiler(catalogue, box)
        for target in Target:
            for puzzle in catalogue.puzzles:
                if puzzle.kind is not Kind.puzzle:
                    continue
                source = catalogue.solution(puzzle.slug).source
                for case in puzzle.cases:
                    job = CompileJob(id="prove", puzzle=puzzle.slug, source=source, case=case.name, target=target)
                    made = compiler.compile(job)
                    rows.append(
                        {
                            "target": target.value,
                            "puzzle": puzzle.slug,
                            "case": case.name,
                            "compiles": made.compiles,
                            "error": None if made.error is None else made.error.message,
                            "ms": made.took_ms,
                            "forms": {form.form: len(form.lines) for form in made.forms},
                            **{lesson.name: lesson.value for lesson in made.lessons},
                        }
                    )
                    sys.stderr.write(f"{target.value} {puzzle.slug} {case.name} {made.compiles} {made.took_ms} ms\n")
        mode = box.mode
    wrong = [row for row in rows if row["compiles"] is not True]
    summary = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, Linux {platform.release()}, Python {platform.python_version()}",
        "triton": compiler.triton_version,
        "sandbox": mode,
        "compiled": len(rows),
        "failed": len(wrong),
        "seconds": round(time.monotonic() - began, 1),
        "median_ms": {
            target.value: statistics.median(row["ms"] for row in rows if row["target"] == target.value)
            for target in Target
        },
    }
    sys.stdout.write(json.dumps(summary, indent=2) + "\n")
    path = folder / f"compiler-{summary['date']}.json"
    path.write_text(json.dumps({**summary, "rows": rows}, indent=1) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
