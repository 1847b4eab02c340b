"""Training by self-play, and what belongs to it.

Matrices here are small, so NumPy's BLAS computes them with one thread: several would wait for one
another, and on a busy machine take ten times as long. `OPENBLAS_NUM_THREADS` overrules this.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when NumPy is imported, so not later
