"""What every test shares: hypothesis profiles without deadlines, as a first call may compile.

`uno` draws the same examples in every run. `UNO_EXAMPLES=1000 pytest` looks further, each time
elsewhere.
"""

import os

from hypothesis import HealthCheck, settings

slow_is_fine = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "uno",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    print_blob=True,
    suppress_health_check=slow_is_fine,
)
settings.register_profile(
    "search",
    deadline=None,
    max_examples=int(os.environ.get("UNO_EXAMPLES", "1000")),
    print_blob=True,
    suppress_health_check=slow_is_fine,
)
settings.load_profile("search" if "UNO_EXAMPLES" in os.environ else "uno")
