"""Settings by file: what holds for each table of them."""

from pathlib import Path

import pytest

from playground_backend.settings import Settings as Service
from playground_puzzles.errors import SettingError
from playground_workers.settings import Settings as Worker


@pytest.mark.parametrize("table", [Service, Worker])
def test_a_file_gives_a_setting(table: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "url"
    file.write_text("redis://worker:p%40ss@valkey:6379/0\r\n")
    monkeypatch.setenv("PLAYGROUND_REDIS_URL_FILE", str(file))
    assert table().redis_url == "redis://worker:p%40ss@valkey:6379/0"
    assert table(redis_url="redis://here").redis_url == "redis://here"


def test_what_a_file_gives_is_checked_and_kept_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "url").write_text("postgres://playground:secret-text@db/playground")
    (tmp_path / "port").write_text("many")
    (tmp_path / "client").write_text("secret-text\n")
    monkeypatch.setenv("PLAYGROUND_DATABASE_URL_FILE", str(tmp_path / "url"))
    monkeypatch.setenv("PLAYGROUND_OIDC_CLIENT_SECRET_FILE", str(tmp_path / "client"))
    settings = Service()
    assert settings.database.drivername == "postgresql+psycopg"
    assert settings.oidc_client_secret is not None
    assert settings.oidc_client_secret.get_secret_value() == "secret-text"
    monkeypatch.setenv("PLAYGROUND_PORT_FILE", str(tmp_path / "port"))
    with pytest.raises(ValueError, match="port"):
        Service()


def test_a_file_that_gives_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "secret"
    monkeypatch.setenv("PLAYGROUND_REDIS_URL_FILE", str(file))
    with pytest.raises(SettingError, match=r"cannot be read: No such file"):
        Worker()
    file.write_text("\n")
    with pytest.raises(SettingError, match="is empty"):
        Worker()
    file.write_bytes(b"\xff")
    with pytest.raises(SettingError, match="no UTF-8 text"):
        Worker()


def test_a_setting_given_twice_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("redis://one")
    monkeypatch.setenv("PLAYGROUND_REDIS_URL_FILE", str(tmp_path / "secret"))
    monkeypatch.setenv("PLAYGROUND_REDIS_URL", "redis://two")
    with pytest.raises(SettingError, match="both given"):
        Service()
