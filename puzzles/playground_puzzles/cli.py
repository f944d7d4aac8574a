"""The command line, `triton-playground`.

Each command's work is done elsewhere and named here by module, not imported: a worker machine has no web server, and
a web server no torch.
"""

import importlib
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer

from playground_puzzles.checks import Check
from playground_puzzles.errors import PlaygroundError
from playground_puzzles.models import Device, Target

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Learn GPU programming in a browser: Triton kernel puzzles, judged by the interpreter or a real GPU.",
)

USAGE: Final = 2
INTERNAL: Final = 3


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.  [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.  [default: 8000]")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Where the database and the embedded Valkey live.")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Submissions judged at a time.  [default: the cores but one]")
    ] = None,
    redis_url: Annotated[str | None, typer.Option(help="Use this Redis instead of the embedded one.")] = None,
    database_url: Annotated[str | None, typer.Option(help="Use this database instead of SQLite.")] = None,
    public_url: Annotated[str | None, typer.Option(help="The address that links are made from.")] = None,
    allow_weak_sandbox: Annotated[
        bool,
        typer.Option(
            help="Serve publicly even where the sandbox is weak. That gives up its promise: what visitors send could "
            "read files, reach the network or disturb other processes of this machine."
        ),
    ] = False,
) -> None:
    """Run everything: the page, the API, the workers, and with no URLs given an embedded Valkey and SQLite."""
    options = {
        "host": host,
        "port": port,
        "data_dir": data_dir,
        "workers": workers,
        "redis_url": redis_url,
        "database_url": database_url,
        "public_url": public_url,
        "allow_weak_sandbox": allow_weak_sandbox or None,
    }
    _exit(_command("playground_backend.serve", "serve", "server")(**options))


@app.command("admin-link")
def admin_link(
    data_dir: Annotated[Path | None, typer.Option(help="The data folder of the server.")] = None,
    database_url: Annotated[str | None, typer.Option(help="The server's database, where it is not SQLite.")] = None,
    public_url: Annotated[str | None, typer.Option(help="The address that visitors use.")] = None,
    host: Annotated[str | None, typer.Option(help="The address that the server listens on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port that the server listens on.")] = None,
) -> None:
    """Print a link to sign in by as the administrator: good once, and for a quarter of an hour."""
    options = {
        "data_dir": data_dir,
        "database_url": database_url,
        "public_url": public_url,
        "host": host,
        "port": port,
    }
    _exit(_command("playground_backend.admin_link", "admin_link", "server")(**options))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; a file of that name is replaced.")],
    data_dir: Annotated[Path | None, typer.Option(help="Where the database lives.")] = None,
    database_url: Annotated[str | None, typer.Option(help="Back up this database instead of SQLite.")] = None,
    secret: Annotated[
        bool, typer.Option(help="Put the host's secret in it, by which browsers are known again.")
    ] = True,
) -> None:
    """Write everything the database holds into one file, also while serving. Keep it as safe as the data folder."""
    command = _command("playground_backend.copying", "backup", "server")
    _exit(command(file, with_secret=secret, data_dir=data_dir, database_url=database_url))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` made, of either kind of database.")],
    data_dir: Annotated[Path | None, typer.Option(help="Where the database lives.")] = None,
    database_url: Annotated[str | None, typer.Option(help="Restore into this database instead of SQLite.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Delete what the database holds.")] = False,
) -> None:
    """Fill the database from a backup, also while serving, or to move between SQLite and PostgreSQL."""
    command = _command("playground_backend.copying", "restore", "server")
    _exit(command(file, replace=replace, data_dir=data_dir, database_url=database_url))


@app.command()
def worker(
    device: Annotated[Device, typer.Option(help="What kernels run on.")] = Device.interpreter,
    slots: Annotated[int | None, typer.Option(help="Submissions judged at a time.  [default: 1]")] = None,
    redis_url: Annotated[str | None, typer.Option(help="The Redis that jobs come from.")] = None,
) -> None:
    """Judge submissions from a queue."""
    _linux_only()
    _exit(_command("playground_workers.cli", "worker", "worker")(device=device, slots=slots, redis_url=redis_url))


@app.command()
def judge(
    puzzle: Annotated[str, typer.Argument(help="A puzzle's number or slug.")],
    file: Annotated[Path, typer.Argument(help="Python source with the kernel; - for standard input.")],
    device: Annotated[Device, typer.Option(help="What the kernel runs on.")] = Device.interpreter,
    case: Annotated[str | None, typer.Option(help="Judge this case alone.")] = None,
    seed: Annotated[int | None, typer.Option(help="Draw the inputs from this seed.")] = None,
    strict: Annotated[bool, typer.Option(help="Let warnings fail the kernel.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the verdict as one JSON object.")] = False,
) -> None:
    """Judge a file, with no server. Exit status: 0 passed, 1 not passed, 2 usage, 3 internal error."""
    _linux_only()
    _exit(
        _command("playground_workers.cli", "judge", "worker")(
            puzzle=puzzle, file=file, device=device, case=case, seed=seed, strict=strict, as_json=json
        )
    )


@app.command("compile")
def compile_(
    puzzle: Annotated[str, typer.Argument(help="A puzzle's number or slug.")],
    file: Annotated[Path, typer.Argument(help="Python source with the kernel; - for standard input.")],
    target: Annotated[Target, typer.Option(help="What it is compiled for.")] = Target.sm_90,
    case: Annotated[str | None, typer.Option(help="With this case's sizes and blocks.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything, all forms too, as one JSON object.")] = False,
) -> None:
    """Compile a file for a GPU that need not be there. Exit status: 0 compiles, 1 does not, 2 usage, 3 not known."""
    _linux_only()
    _exit(
        _command("playground_workers.compiler.cli", "compile_file", "worker")(
            puzzle=puzzle, file=file, target=target, case=case, as_json=json
        )
    )


@app.command()
def puzzles() -> None:
    """List the puzzles."""
    from playground_puzzles.catalogue import extra_paths, load

    for found in load(extra_paths()).puzzles:
        typer.echo(f"{found.number or '':>3}  {found.slug:<36} {found.title}")


@app.command()
def doctor() -> None:
    """Look at this machine: Triton, sandbox, GPU, Redis, database, front end. Exit status 1 where one is wrong."""
    checks = _platform_checks()
    if checks[0].ok:
        for module, extra in (
            ("playground_workers.doctor", "worker"),
            ("playground_backend.doctor", "server"),
        ):
            checks += _checks(module, extra)
    for check in checks:
        typer.echo(f"{'ok ' if check.ok else 'NO '} {check.name}: {check.detail}")
        if check.help and not check.ok:
            typer.echo(f"      {check.help}")
    _exit(0 if all(check.ok for check in checks) else 1)


def main() -> None:
    """Entry point: what we know to be wrong is told in one line, with exit status 2."""
    try:
        app()
    except PlaygroundError as error:
        typer.echo(f"triton-playground: {error}", err=True)
        sys.exit(USAGE)


def _command(module: str, name: str, extra: str) -> Callable[..., Any]:
    try:
        found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        typer.echo(f"This command needs more packages ({error.name} is missing): {_install(extra)}", err=True)
        _exit(USAGE)
    return found


def _checks(module: str, extra: str) -> list[Check]:
    try:
        found: list[Check] = importlib.import_module(module).checks()
    except ModuleNotFoundError as error:
        return [Check(extra, True, f"not installed here ({error.name} is missing); to have it: {_install(extra)}")]
    return found


def _install(extra: str) -> str:
    return f"pip install 'triton-playground[{extra}]'"


def _platform_checks() -> list[Check]:
    system, machine = platform.system(), platform.machine()
    known = system == "Linux" and machine in ("x86_64", "aarch64")
    return [
        Check(
            "platform",
            known,
            f"{system} on {machine}, Python {platform.python_version()}",
            "Triton and the sandbox need Linux on x86-64 or arm64. On Windows use WSL 2, on macOS a Linux virtual "
            "machine or container.",
        )
    ]


def _linux_only() -> None:
    check = _platform_checks()[0]
    if not check.ok:
        typer.echo(f"{check.detail}: {check.help}", err=True)
        _exit(USAGE)


def _exit(status: int) -> NoReturn:
    raise typer.Exit(status)
