"""The judge's settings, from the environment (prefix PLAYGROUND_) and the command line."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="PLAYGROUND_", frozen=True, extra="ignore")

    redis_url: str = Field(
        "redis://localhost:6379/0",
        description="Redis or Valkey that jobs come from: redis://, rediss:// or unix://.",
    )
    slots: int = Field(1, ge=1, le=256, description="Submissions judged at a time; one processor core each.")
    heartbeat_s: float = Field(5.0, gt=0, description="Seconds between a worker's signs of life.")
