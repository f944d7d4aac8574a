"""Valkey's users, as deploy/ makes them: each may do what its program does, and nothing else."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
from pathlib import Path

import pytest
import redis
from redis.exceptions import NoPermissionError
from rq import Queue
from rq.serializers import JSONSerializer

from playground_puzzles import wire
from playground_puzzles.models import CheckJob
from playground_puzzles.own_template import template
from tests.packaging.broker import DEPLOY, Broker, Listener, playground
from tests.server import Client

RIGHT = """
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)
"""
WRONG = RIGHT.replace("10.0", "11.0")
ENDLESS = RIGHT.replace("    offs", "    while True:\n        pass\n    offs", 1)

# Allowed, though the walk below does not come by it; each with when it is said.
SELDOM = {
    "api": {
        "getdel": "a launch from a learning platform, whose ticket is good once",
        "zadd": "a student of a class who has the page open",
        "zmscore": "a look at who of a class is there",
        "rename": "a script of the limits, once a window has passed",
        "unsubscribe": "a stop in the middle of a subscription",
    },
    "worker": {
        "get": "rq's look at a job that a dead worker left between two lists",
        "hget": "rq's look at such a job's state",
        "unwatch": "rq, where a watched key changed",
        "ping": "a connection that was idle for half a minute",
        "mget": "the health check of a container",
    },
}


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    with Broker(tmp_path_factory.mktemp("broker")) as server:
        yield server


def test_the_service_and_the_judge_do_all_they_do_as_these_users(broker):
    with Listener(broker) as listener, playground(broker) as (client, worker):
        _walk(broker, client, worker)
        healthy = _health(broker)
        assert healthy.returncode == 0, healthy.stdout
    assert broker.redis.acl_log() == [], "something was refused"
    for user, seldom in SELDOM.items():
        unused = _allowed(broker, user) - listener.words[user] - listener.words["script"]
        assert unused <= set(seldom), f"{user} may say what it never says"


def _walk(broker: Broker, client: Client, worker: int) -> None:
    """Every kind of thing that goes through Redis: verdicts, arrays, traces, cancels, a killed worker, limits."""
    assert client.judge(1, RIGHT)["outcome"] == "passed"
    submission = client.post("/api/submissions", {"puzzle": 1, "source": WRONG})["id"]
    case = client.follow(submission)["cases"][0]["name"]
    for what in ("arrays", "trace"):
        assert client.opener.open(f"{client.url}/api/submissions/{submission}/cases/{case}/{what}").status == 200
    _check(broker, client)
    running = client.post("/api/submissions", {"puzzle": 1, "source": ENDLESS})["id"]
    waiting = client.post("/api/submissions", {"puzzle": 1, "source": RIGHT})["id"]
    _until_running(client, running)
    for cancelled in (waiting, running):
        client.delete(f"/api/submissions/{cancelled}")
        assert client.follow(cancelled)["outcome"] == "cancelled"
    lost = client.post("/api/submissions", {"puzzle": 1, "source": ENDLESS})["id"]
    _until_running(client, lost)
    # The one that compiles is started before those that judge.
    *_, slot = Path(f"/proc/{worker}/task/{worker}/children").read_text().split()
    lease = wire.lease_key(lost)
    dead = broker.redis.get(lease)
    os.kill(int(slot), signal.SIGKILL)
    until = time.monotonic() + 60
    while broker.redis.get(lease) in (dead, None):  # once the lease is over the job is queued again
        assert time.monotonic() < until
        time.sleep(0.1)
    client.delete(f"/api/submissions/{lost}")
    assert client.follow(lost)["outcome"] == "cancelled"
    assert 429 in [_try_password(client) for _ in range(12)]


def _check(broker: Broker, client: Client) -> None:
    """The check of a teacher's puzzle, which makes way for a student that waits."""
    job = CheckJob(id="c", slug="own-c", version=1, files=template(), seed=3)
    key = wire.check_key(job.id)
    broker.redis.set(key, "{}", ex=wire.CHECK_TTL_S)
    queue = Queue(wire.queue_name("interpreter"), connection=broker.redis, serializer=JSONSerializer)
    queue.enqueue_call(wire.CHECK_FUNCTION, args=[job.model_dump(mode="json")], timeout=-1)
    waiting = client.post("/api/submissions", {"puzzle": 1, "source": RIGHT})["id"]
    assert client.follow(waiting)["outcome"] == "passed"
    until = time.monotonic() + 60
    # Then it is through, or has asked the service, which knows no such check, to be queued again.
    while 0 <= broker.redis.ttl(key) <= wire.CHECK_TTL_S:
        assert time.monotonic() < until
        time.sleep(0.1)


def _try_password(client: Client) -> int:
    with pytest.raises(urllib.error.HTTPError) as refused:
        client.post("/api/sign-in/password", {"name": "nobody", "password": "not the password"})
    refused.value.close()
    return refused.value.code


def _until_running(client: Client, submission: str) -> None:
    until = time.monotonic() + 20
    while client.get(f"/api/submissions/{submission}")["status"] != "running":
        assert time.monotonic() < until
        time.sleep(0.05)
    time.sleep(0.3)


def _health(broker: Broker) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PLAYGROUND_REDIS_URL_FILE": str(broker.url_file("worker"))}
    command = [sys.executable, "-P", "-m", "playground_workers.health"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def _allowed(broker: Broker, user: str) -> set[str]:
    """The commands that the file gives to a user, by its root rules and by selectors."""
    line = next(line for line in (broker.secrets / "valkey_users").read_text().splitlines() if f"user {user} " in line)
    return {word.strip("()")[1:] for word in line.split() if word.strip("()").startswith("+")}


@pytest.mark.parametrize(
    ("user", "command"),
    [
        (user, command)
        for user in ("api", "worker", "health")
        for command in (
            "flushall",
            "flushdb",
            "keys *",
            "config get *",
            "config set dir /tmp",
            "acl list",
            "acl setuser worker +@all",
            "eval return(1) 0",
            "function list",
            "module list",
            "debug sleep 0",
            "shutdown nosave",
            "replicaof no one",
            "save",
            "monitor",
            "client kill type normal",
            "psubscribe *",
        )
    ]
    + [
        ("worker", command)
        for command in (
            "get playground:arrays:1:first",
            "get playground:salt:2026-01-01",
            "get playground:limits:a",
            "get LIMITS:a",
            "xrange playground:events:1 - +",
            "xrange playground:verdicts - +",
            "del playground:verdicts",
            "expire playground:verdicts 1",
            "set playground:verdicts 1",
            "set playground:cancel:1 1",
            "subscribe another",
            "publish another 1",
            "scan 0",
            "evalsha 0 0",
            "rpush rq:queue:interpreter 1",
        )
    ]
    + [("api", "get another"), ("api", "subscribe another"), ("health", "get rq:queues")],
)
def test_what_is_nobodys_business_is_refused(broker, user, command):
    answer = broker.redis.execute_command("ACL", "DRYRUN", user, *command.split(" "))
    assert answer != "OK", f"{user} may say {command}"


def test_nobody_comes_in_without_a_password(broker):
    stranger = redis.Redis(port=broker.port)
    with pytest.raises(redis.AuthenticationError):
        stranger.ping()
    for user in ("default", "api", "worker"):
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(port=broker.port, username=user, password="").ping()
    known = redis.Redis(port=broker.port, username="health", password="any")
    assert known.ping()
    with pytest.raises(NoPermissionError):
        known.get("rq:queues")
    assert broker.as_user("api").ping()


def test_health_tells_what_is_wrong(broker):
    alone = _health(broker)
    assert (alone.returncode, alone.stdout) == (1, "No worker of this machine gives a sign of life.\n")
    key = wire.worker_key(f"{socket.gethostname()}-{os.getpid()}")
    broker.redis.set(key, '{"problem": "The sandbox is weak."}')
    ill = _health(broker)
    broker.redis.delete(key)
    assert (ill.returncode, ill.stdout) == (1, "The sandbox is weak.\n")
    environment = {**os.environ, "PLAYGROUND_REDIS_URL": "redis://127.0.0.1:1"}
    command = [sys.executable, "-P", "-m", "playground_workers.health"]
    gone = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (gone.returncode, "does not answer" in gone.stdout) == (1, True)


def test_secrets_stay_when_they_are_made_again_and_nobody_else_reads_them(tmp_path):
    folder = tmp_path / "secrets"
    for _ in range(2):
        subprocess.run([DEPLOY / "secrets.sh", folder], check=True, timeout=30)
        seen = {file.name: file.read_text() for file in folder.iterdir()}
    first = seen
    subprocess.run([DEPLOY / "secrets.sh", folder], check=True, timeout=30)
    assert {file.name: file.read_text() for file in folder.iterdir()} == first
    assert folder.stat().st_mode & 0o777 == 0o700
    passwords = [first[name] for name in first if name.endswith("_password")]
    assert len(set(passwords)) == len(passwords) == 4
    assert all(len(password) == 48 for password in passwords)
    assert not any(password in first["valkey_users"] for password in passwords)
