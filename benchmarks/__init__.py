"""How fast, how large and how soon: `python -m benchmarks`, `--memory`, `--start`.

Who wins in RLCard's own game: `python -m benchmarks.rlcard_games`.

Everything runs on one thread; the libraries read these settings when they are first imported.
"""

import os

for _setting in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[_setting] = "1"
