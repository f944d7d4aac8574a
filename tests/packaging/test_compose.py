"""docker-compose.yml, the Dockerfiles and what stands beside them: the rules that hold for all of it."""

import json
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field

from playground_backend.settings import Settings as ServiceSettings
from playground_workers.settings import Settings as WorkerSettings
from tests.packaging.broker import DEPLOY, ROOT
from tests.packaging.build import is_ignored
from tests.packaging.dockerfile import read

DOCKERFILES = [ROOT / "backend" / "Dockerfile", ROOT / "workers" / "Dockerfile"]


class Strict(BaseModel):
    """What is written must be known here: a word that is misspelt would be a rule that does not hold."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Limits(Strict):
    cpus: str
    memory: str
    pids: int = Field(gt=0, le=512)


class Resources(Strict):
    limits: Limits


class Deploy(Strict):
    resources: Resources


class Healthcheck(Strict):
    test: list[str] = Field(min_length=2)
    interval: str
    timeout: str
    retries: int
    start_period: str


class Build(Strict):
    context: Literal["."]
    dockerfile: str
    args: dict[str, str]


class Service(Strict):
    """What a service here must have, and may have."""

    image: str
    build: Build | None = None
    init: Literal[True]
    user: str = Field(pattern=r"^[1-9]\d*:[1-9]\d*$")
    read_only: Literal[True]
    cap_drop: list[Literal["ALL"]] = Field(min_length=1)
    security_opt: list[Literal["no-new-privileges:true"]] = Field(min_length=1)
    restart: Literal["unless-stopped"]
    logging: dict[str, Any]
    healthcheck: Healthcheck
    deploy: Deploy
    networks: list[str]
    secrets: list[str]
    stop_grace_period: str
    command: list[str] | None = None
    environment: dict[str, str] = {}
    env_file: list[dict[str, Any]] = []
    configs: list[dict[str, str]] = []
    volumes: list[str] = []
    tmpfs: list[str] = []
    shm_size: str | None = None
    ports: list[str] = []
    depends_on: dict[str, dict[str, str]] = {}


class Compose(Strict):
    name: str
    services: dict[str, Service]
    networks: dict[str, Any]
    volumes: dict[str, None]
    configs: dict[str, dict[str, str]]
    secrets: dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def compose() -> Compose:
    written = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return Compose.model_validate({name: value for name, value in written.items() if not name.startswith("x-")})


def test_every_service_is_contained(compose: Compose) -> None:
    assert set(compose.services) == {"valkey", "postgres", "api", "worker"}
    for name, service in compose.services.items():
        assert not (set(service.networks) - set(compose.networks)), name
        written = [volume.partition(":") for volume in service.volumes]
        assert all(source in compose.volumes for source, _, _ in written), f"{name} sees a folder of the machine"


def test_only_the_api_is_to_be_reached(compose: Compose) -> None:
    assert [name for name, service in compose.services.items() if service.ports] == ["api"]
    assert compose.services["api"].ports == ["${BIND:-127.0.0.1}:${PORT:-8000}:8000"]
    outward = {name for name, network in compose.networks.items() if not network.get("internal")}
    assert {name for name, service in compose.services.items() if set(service.networks) & outward} == {"api"}


def test_a_worker_is_with_valkey_alone(compose: Compose) -> None:
    worker = compose.services["worker"]
    assert worker.networks == ["queue"]
    assert worker.secrets == ["worker_redis_url"]
    assert worker.volumes == []
    assert {name for name, service in compose.services.items() if "postgres_password" in service.secrets} == {
        "postgres"
    }
    assert {name for name, each in compose.services.items() if "database" in each.networks} == {"postgres", "api"}


def test_secrets_come_by_file(compose: Compose, tmp_path: Path) -> None:
    subprocess.run([DEPLOY / "secrets.sh", tmp_path / "secrets"], check=True, timeout=30)
    made = {file.name for file in (tmp_path / "secrets").iterdir()}
    for name, secret in compose.secrets.items():
        assert secret == {"file": f"deploy/secrets/{name}"}
        assert name in made
    for name, service in compose.services.items():
        for variable, value in service.environment.items():
            if re.search("pass|secret|url|token|key", variable, re.IGNORECASE):
                assert variable.endswith("_FILE"), f"{name}: {variable}"
                assert value.removeprefix("/run/secrets/") in service.secrets, f"{name}: {variable}"
        assert set(service.secrets) <= set(compose.secrets)
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert {"/deploy/secrets/", "/deploy/playground.env"} <= set(ignored)
    assert is_ignored("deploy/secrets/api_password")


def test_every_variable_is_a_setting(compose: Compose) -> None:
    tables = {"api": ServiceSettings, "worker": WorkerSettings}
    for name, table in tables.items():
        for variable in compose.services[name].environment:
            field = variable.removeprefix("PLAYGROUND_").removesuffix("_FILE").lower()
            assert field in table.model_fields, f"{name}: {variable}"
    for stage in read(ROOT / "workers" / "Dockerfile"):
        for variable in stage.environment({}, {}):
            if variable.startswith("PLAYGROUND_"):
                assert variable.removeprefix("PLAYGROUND_").lower() in WorkerSettings.model_fields


def test_files_that_are_named_are_there(compose: Compose) -> None:
    for config in compose.configs.values():
        assert (ROOT / config["file"]).is_file()
    used = {config["source"] for service in compose.services.values() for config in service.configs}
    assert used == set(compose.configs)
    for file in ("secrets.sh", "check.sh", "postgres/playground.sh"):
        assert (DEPLOY / file).stat().st_mode & stat.S_IXUSR, file
        subprocess.run(["sh", "-n", DEPLOY / file], check=True, timeout=10)
    for service in compose.services.values():
        if service.build:
            assert ROOT / service.build.dockerfile in DOCKERFILES
            arguments = {name for stage in read(ROOT / service.build.dockerfile) for name in _arguments(stage)}
            assert set(service.build.args) <= arguments


def _arguments(stage: Any) -> set[str]:
    return {name for step in stage.steps if step.word == "ARG" for name in step.pairs()}


def test_the_strong_worker_may_make_namespaces_and_little_else() -> None:
    strong = yaml.safe_load((DEPLOY / "compose.strong.yml").read_text())
    assert set(strong["services"]) == {"worker"}
    assert set(strong["services"]["worker"]) == {"security_opt"}
    assert strong["services"]["worker"]["security_opt"] == ["seccomp=deploy/worker.seccomp.json", "apparmor=unconfined"]
    (rule,) = json.loads((DEPLOY / "worker.seccomp.json").read_text())["syscalls"]
    refused = set(rule["names"])
    assert rule["action"] == "SCMP_ACT_ERRNO"
    assert len(refused) == len(rule["names"]), "one is named twice"
    needed = {"unshare", "setns", "mount", "umount2", "pivot_root", "clone", "seccomp", "prctl", "pidfd_open"}
    assert not refused & {*needed, "landlock_create_ruleset", "landlock_restrict_self"}
    assert {"bpf", "ptrace", "keyctl", "kexec_load", "init_module", "io_uring_setup", "userfaultfd"} <= refused


@pytest.mark.parametrize("file", DOCKERFILES, ids=lambda file: file.parent.name)
class TestDockerfile:
    def test_what_is_copied_is_there(self, file: Path) -> None:
        stages = {stage.name: stage for stage in read(file)}
        for stage in stages.values():
            for step in stage.steps:
                if step.word != "COPY":
                    continue
                first, *rest = step.text.split()
                if first.startswith("--from="):
                    assert first.removeprefix("--from=") in stages, step.line
                    continue
                for source in [first, *rest[:-1]]:
                    assert (ROOT / source).exists(), f"line {step.line}: {source}"
                    assert not is_ignored(source), f"line {step.line}: .dockerignore leaves {source} out"

    def test_what_pip_and_npm_install_is_pinned(self, file: Path) -> None:
        installs = [step.text for stage in read(file) for step in stage.steps if step.word == "RUN"]
        for command in installs:
            for part in re.split(r"&&|;", command):
                if "pip install" in part:
                    assert "-c constraints.txt" in part, part
                    assert "PIP_CONSTRAINT=constraints.txt" in part, "what builds the package is pinned too"
                assert "npm install" not in part
                assert not re.search(r"\b(curl|wget|apt-get|apk)\b", part), "not reproducible"

    def test_it_names_no_host_and_its_images_have_a_version(self, file: Path) -> None:
        assert not re.search(r"https?://", file.read_text())
        for stage in read(file):
            assert re.fullmatch(r"(python|node):\d+(\.\d+)?-[a-z-]+", stage.base), stage.base

    def test_the_image_is_not_roots(self, file: Path) -> None:
        last = read(file)[-1]
        (user,) = [step.text for step in last.steps if step.word == "USER"]
        written = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
        (service,) = [
            each for each in written.values() if str(file).endswith(each.get("build", {}).get("dockerfile", "?"))
        ]
        assert user == service["user"]
        assert not [step for step in last.steps if step.word == "ARG"], "an argument stays in the image's history"
        assert next(step for step in last.steps if step.word == "ENTRYPOINT").form == ["triton-playground"]


def test_the_api_image_has_neither_torch_nor_triton() -> None:
    """What it installs, and what its process has loaded once the application is made."""
    (install,) = re.findall(r"-e '\.\[(.*)\]'", DOCKERFILES[0].read_text())
    assert install == "server,postgres"
    script = (
        "import sys\n"
        "for name in ('torch', 'triton', 'numpy', 'playground_workers.judge'):\n"
        "    sys.modules[name] = None\n"
        "import playground_backend.serve, playground_puzzles.cli\n"
        "from playground_backend.app import create_app\n"
        "from playground_backend.settings import Settings\n"
        "create_app(Settings(redis_url='redis://localhost'))\n"
        "print(sorted(name for name in sys.modules if name.startswith('playground_workers.') and sys.modules[name]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_dockerignore_lets_in_what_images_need_and_nothing_else() -> None:
    for path in ("backend/playground_backend/app.py", "constraints.txt", "frontend/src/main.tsx", "pyproject.toml"):
        assert not is_ignored(path), path
    for path in (
        ".git/config",
        "data/playground.sqlite3",
        "tests/server.py",
        "frontend/node_modules/vite/package.json",
        "backend/playground_backend/__pycache__/app.pyc",
        "backend/playground_backend/static/index.html",
    ):
        assert is_ignored(path), path


def test_the_proxys_example_lets_event_streams_through() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert "flush_interval -1" in text
    assert "@whole not path /api/submissions/*/events" in text
    assert text.count("{") == text.count("}")


def test_the_unit_names_the_sandboxs_system_calls() -> None:
    """A filter that leaves out one of these would cost the sandbox a layer without a word."""
    unit = (DEPLOY / "triton-playground.service").read_text()
    allowed = set(" ".join(re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE)).split())
    assert {"unshare", "setns", "mount", "umount2", "pivot_root", "seccomp", "landlock_restrict_self"} <= allowed
    assert "RestrictNamespaces=" not in unit
    assert "User=root" not in unit
    assert "NoNewPrivileges=yes" in unit
