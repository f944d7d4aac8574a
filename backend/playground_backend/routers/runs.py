"""Free runs: any kernel, with tensors, a grid and constants of one's own."""

from fastapi import APIRouter

from playground_backend.deps import AuthorDep, ServiceDep
from playground_backend.messages import Accepted, NewRun
from playground_backend.store.records import Wanted
from playground_puzzles.models import SANDBOX
from playground_puzzles.source_text import normalise

router = APIRouter(prefix="/api/runs", tags=["runs"])


@router.post("", operation_id="createRun", status_code=202)
def create_run(new: NewRun, author: AuthorDep, service: ServiceDep) -> Accepted:
    """Run a kernel. From here on it is a submission like any other, of the puzzle `sandbox`, and never counted.

    Its verdict is `ran` where nothing stopped it. Its one case is called `run`; its arrays hold each tensor that was
    drawn as `input`, and every tensor as the kernel left it as `actual`.
    """
    source = normalise(new.source)
    entry = service.accept(author, source, [Wanted(SANDBOX, seed=new.launch.seed, launch=new.launch)])[0]
    return Accepted(id=entry.id, status=entry.status, position=entry.position)
