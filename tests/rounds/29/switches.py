"""BUG and VARIANT: at most one of each is switched on."""
import os

BUG = os.environ.get('BUG', '')
VARIANT = os.environ.get('VARIANT', '')


def bug(name):
    return BUG == name


def variant(name):
    return VARIANT == name
