"""Where settings come from: options, PLAYGROUND_* variables, and files that PLAYGROUND_*_FILE variables name.

A file keeps a secret out of the environment, which every child process inherits and `docker inspect` shows.
"""

import os
from pathlib import Path
from typing import Any, Final

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from playground_puzzles.errors import SettingError

PREFIX: Final = "PLAYGROUND_"


class SourcedSettings(BaseSettings):
    """A table of settings. An option wins over the environment, and that over the default.

    PLAYGROUND_<NAME>_FILE gives any setting by a file, in UTF-8; line ends at its end do not count. Raises SettingError
    where the file cannot be read or is empty, or where the setting is given both ways.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, _NamedFiles(settings_cls)


class _NamedFiles(PydanticBaseSettingsSource):
    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        variable = f"{PREFIX}{field_name.upper()}"
        path = os.environ.get(f"{variable}_FILE")
        return (_read(variable, Path(path)) if path else None), field_name, False

    def __call__(self) -> dict[str, Any]:
        found = {name: self.get_field_value(field, name)[0] for name, field in self.settings_cls.model_fields.items()}
        return {name: value for name, value in found.items() if value is not None}


def _read(variable: str, path: Path) -> str:
    if variable in os.environ:
        raise SettingError(f"{variable} and {variable}_FILE are both given. Give one.")
    try:
        text = path.read_text(encoding="utf-8").rstrip("\r\n")
    except OSError as error:
        raise SettingError(f"{path}, which {variable}_FILE names, cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise SettingError(f"{path}, which {variable}_FILE names, is no UTF-8 text.") from None
    if not text:
        raise SettingError(f"{path}, which {variable}_FILE names, is empty.")
    return text
