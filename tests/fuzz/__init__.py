"""Fuzzers of what reads hostile bytes outside the sandbox, and hostile text inside.

FUZZ_RUNS is the number of tries a test; make prove-fuzz sets it high.
"""

import os

from hypothesis import HealthCheck, Phase, settings

RUNS = int(os.environ.get("FUZZ_RUNS", "150"))
LIMIT_S = 1.0  # of processor time, for one try
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
# Where a try fails, what matters is that it does; to shrink it takes a second run of this test alone.
fuzz = settings(
    max_examples=RUNS,
    deadline=None,
    database=None,
    suppress_health_check=SLOW,
    phases=(Phase.explicit, Phase.generate, Phase.shrink) if RUNS <= 1000 else (Phase.explicit, Phase.generate),
)
