"""The images that `build` made, run as docker-compose.yml says: `python -m tests.packaging.contained FOLDER`.

With crun in the place of Docker, and without its networks and cgroups: users, read-only roots, tmpfs, capabilities,
no-new-privileges, secrets, seccomp and health checks are those of the compose file, Valkey is a real one with deploy's
users, and the database is SQLite. Twice: with what Docker's own seccomp profile refuses, and with ours for the tier
`strong`. Needs root and crun.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import yaml

from tests.packaging.broker import DEPLOY, ROOT, Broker, end
from tests.packaging.dockerfile import read
from tests.packaging.test_roles import RIGHT, WRONG
from tests.server import Client, free_port

# What of Docker's own profile concerns a sandbox: namespaces are for CAP_SYS_ADMIN alone, and clone3, whose flags a
# filter cannot see, is not there.
_ADMINS: Final = ["unshare", "setns", "mount", "umount2", "pivot_root", "open_tree", "move_mount", "fsopen", "fsmount"]
_NEW_USER: Final = 0x10000000
DOCKERS: Final = {
    "defaultAction": "SCMP_ACT_ALLOW",
    "syscalls": [
        {"names": [*_ADMINS, "bpf", "keyctl", "ptrace"], "action": "SCMP_ACT_ERRNO", "errnoRet": 1},
        {
            "names": ["clone"],
            "action": "SCMP_ACT_ERRNO",
            "errnoRet": 1,
            "args": [{"index": 0, "value": _NEW_USER, "valueTwo": _NEW_USER, "op": "SCMP_CMP_MASKED_EQ"}],
        },
        {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38},
    ],
}
_MASKED: Final = ["/proc/acpi", "/proc/kcore", "/proc/keys", "/proc/timer_list", "/sys/firmware"]
_READ_ONLY: Final = ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"]


def main() -> int:
    images = Path(sys.argv[1])
    ours = json.loads((DEPLOY / "worker.seccomp.json").read_text())
    for rule in ours["syscalls"]:
        rule.pop("comment")
    for tier, profile in (("container", DOCKERS), ("strong", ours)):
        with tempfile.TemporaryDirectory(dir=images) as folder, Broker(Path(folder)) as broker, ExitStack() as stack:
            _Stack(images, Path(folder), broker, stack).show(tier, profile)
    return 0


class _Stack:
    def __init__(self, images: Path, folder: Path, broker: Broker, stack: ExitStack) -> None:
        self._images, self._folder, self._broker, self._stack = images, folder, broker, stack
        self._services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]

    def show(self, tier: str, profile: dict[str, Any]) -> None:
        """Judge two submissions, and ask for the tier and the health. Raises AssertionError where one is not right."""
        port = free_port()
        self._start("api", DOCKERS, ["--port", str(port)])
        worker = self._start("worker", profile)
        client = Client(f"http://127.0.0.1:{port}")
        found = self._readiness(client)
        (beat,) = found["workers"]
        assert found["ok"], found
        assert beat["sandbox"] == tier, beat
        assert client.judge(1, RIGHT)["outcome"] == "passed"
        assert client.judge(1, WRONG)["outcome"] == "wrong_answer"
        health = self._services["worker"]["healthcheck"]["test"][1:]
        subprocess.run(_crun("exec", worker, *health), check=True, timeout=60, stdout=subprocess.DEVNULL)
        assert self._broker.redis.acl_log() == []
        sys.stdout.write(f"ok: judged in containers, with the sandbox's tier {tier}\n")

    def _readiness(self, client: Client) -> dict[str, Any]:
        until = time.monotonic() + 120
        while True:
            try:
                return client.get("/readyz")
            except OSError:
                if time.monotonic() > until:
                    logs = [file.read_text()[-2000:] for file in self._folder.glob("*.log")]
                    raise RuntimeError("\n".join(["it did not become ready:", *logs])) from None
            time.sleep(0.3)

    def _start(self, name: str, profile: dict[str, Any], more: list[str] | None = None) -> str:
        """Start a service of the compose file; its container's name."""
        service = self._services[name]
        file = ROOT / service["build"]["dockerfile"]
        last = read(file)[-1]
        forms = {step.word: step.form or [] for step in last.steps if step.word in ("ENTRYPOINT", "CMD")}
        environment = last.environment({"PATH": "/usr/local/bin:/usr/bin:/bin"}, {})
        bundle, container = self._folder / name, f"tp-{os.getpid()}-{name}-{free_port()}"
        bundle.mkdir()
        uid, gid = (int(part) for part in service["user"].split(":"))
        mounts = [_tmpfs(*entry.split(":")) for entry in service["tmpfs"]]
        for volume in service.get("volumes", []):
            source, at = volume.split(":")
            (self._folder / source).mkdir()
            os.chown(self._folder / source, uid, gid)
            mounts.append(_bind(self._folder / source, at))
        for secret in service["secrets"]:
            if secret.endswith("_redis_url"):
                mounts.append(_bind(self._broker.url_file(name), f"/run/secrets/{secret}", "ro"))
        told = {key: str(value) for key, value in service["environment"].items()}
        told = {key: value.replace("${SLOTS:-1}", "1") for key, value in told.items() if "${TRUSTED" not in value}
        told.pop("PLAYGROUND_DATABASE_URL_FILE", None)
        no_capability: list[str] = []
        config = {
            "ociVersion": "1.0.0",
            "hostname": name,
            "root": {"path": str(self._images / file.parent.name / "image"), "readonly": service["read_only"]},
            "process": {
                "user": {"uid": uid, "gid": gid},
                "args": [*forms["ENTRYPOINT"], *forms["CMD"], *(more or [])],
                "cwd": "/",
                "env": [f"{key}={value}" for key, value in {**environment, **told}.items()],
                "noNewPrivileges": "no-new-privileges:true" in service["security_opt"],
                "capabilities": dict.fromkeys(("bounding", "effective", "inheritable", "permitted"), no_capability),
            },
            "mounts": [
                {"destination": "/proc", "type": "proc", "source": "proc"},
                _tmpfs("/dev", "mode=755,size=1m"),
                *mounts,
            ],
            "linux": {
                "namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount")],
                "maskedPaths": _MASKED,
                "readonlyPaths": _READ_ONLY,
                "seccomp": profile,
            },
        }
        (bundle / "config.json").write_text(json.dumps(config))
        command = _crun("--cgroup-manager=disabled", "run", "--bundle", str(bundle), container)
        with (self._folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        self._stack.callback(end, process)
        self._stack.callback(subprocess.run, _crun("kill", container, "TERM"), check=False)
        return container


def _crun(*arguments: str) -> list[str]:
    """It looks at cgroups also where it makes none, and not all machines have them as it likes: it is shown others."""
    if shutil.which("crun") is None:
        raise SystemExit("crun is not installed: no container was run.")
    script = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec crun "$@"'
    return ["unshare", "--mount", "sh", "-c", script, "sh", *arguments]


def _tmpfs(at: str, options: str) -> dict[str, Any]:
    return {"destination": at, "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", *options.split(",")]}


def _bind(source: Path, at: str, *options: str) -> dict[str, Any]:
    return {"destination": at, "type": "bind", "source": str(source), "options": ["bind", *options]}


if __name__ == "__main__":
    sys.exit(main())
