"""What every test shares: a hypothesis profile without deadlines, as a first call may compile."""

from hypothesis import settings

settings.register_profile("uno", deadline=None, print_blob=True)
settings.load_profile("uno")
