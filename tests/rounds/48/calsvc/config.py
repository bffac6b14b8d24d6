"""Settings and the two kinds of switches (BUG, VARIANT) read from the environment."""
import os
from zoneinfo import ZoneInfo

PORT = int(os.environ.get("PORT", "8000"))
BUG = os.environ.get("BUG", "")
VARIANT = os.environ.get("VARIANT", "")
USERS = os.environ.get("USERS", "") == "1"

NS = "vendor/events/v1"
HOST = f"http://127.0.0.1:{PORT}"
LANGUAGES = ("nl", "en", "fr", "de")
PATH_LANGUAGES = ("nl", "de", "fr")
DEFAULT_LANGUAGE = "en"
SITE_TZ = "Europe/Amsterdam"
SITE_ZONE = ZoneInfo(SITE_TZ)
MAX_PER_PAGE = 100
STATUSES = ("publish", "draft", "pending", "private", "future")


def bug(name: str) -> bool:
    return BUG == name


def variant(name: str) -> bool:
    return VARIANT == name
