"""Switches read once from the environment."""
import os

BUG = os.environ.get("BUG") or None
VARIANT = os.environ.get("VARIANT") or None
USERS = os.environ.get("USERS") == "1"


def bug(name: str) -> bool:
    return BUG == name


def variant(name: str) -> bool:
    return VARIANT == name
