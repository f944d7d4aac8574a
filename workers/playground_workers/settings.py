"""The judge's settings, from the environment as `setting_sources` says, and from the command line."""

from pydantic import Field

from playground_puzzles.setting_sources import SourcedSettings
from playground_workers.limits import RunLimits
from playground_workers.sandbox.probe import Tier


class Settings(SourcedSettings):
    """Units are in the names."""

    redis_url: str = Field(
        default="redis://localhost:6379/0",
        description="Redis or Valkey that jobs come from: redis://, rediss:// or unix://.",
    )
    slots: int = Field(default=1, ge=1, le=256, description="Submissions judged at a time; one processor core each.")
    compile_slots: int = Field(
        default=1,
        ge=0,
        le=16,
        description="Kernels compiled at a time, beside the judging and at the lowest priority; 0 for none.",
    )
    least_sandbox: Tier = Field(
        default="none",
        description="Least tier of the sandbox that this worker judges with: none, weak, container or strong.",
    )
    heartbeat_s: float = Field(default=5.0, gt=0, description="Seconds between a worker's signs of life.")
    wall_limit_factor: float = Field(
        default=2.0,
        ge=1,
        le=100,
        description="A submission's wall limit over its CPU limit: waiting for a busy core is not the student's.",
    )
    wall_limit_extra_s: float = Field(
        default=5.0, gt=0, le=600, description="Seconds that are added to each wall limit."
    )
    memory_limit_mib: int = Field(
        default=512, ge=64, le=65536, description="MiB of memory that a submission may take, for each slot."
    )
    print_shown_kib: int = Field(
        default=64, ge=1, le=4096, description="KiB (thousands of characters) of print output that a verdict carries."
    )
    print_limit_kib: int = Field(
        default=4096, ge=1, le=32768, description="KiB (thousands of characters) of print output that end a submission."
    )

    @property
    def run_limits(self) -> RunLimits:
        """What of this holds for each submission."""
        return RunLimits(
            wall_factor=self.wall_limit_factor,
            wall_extra_s=self.wall_limit_extra_s,
            memory_mib=self.memory_limit_mib,
            print_shown_kib=self.print_shown_kib,
            print_limit_kib=self.print_limit_kib,
        )
