"""What one request carries: session, language, user, address of the REST root."""
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import or_, true
from sqlalchemy.orm import Session

from .config import USERS
from .errors import ApiError


@dataclass(frozen=True)
class User:
    id: int
    name: str
    role: str


ACCOUNTS = {"editor": User(1, "editor", "editor"), "author": User(2, "author", "author"),
            "reader": User(3, "reader", "reader")}
AUTHOR_IDS = {u.id for u in ACCOUNTS.values()}


@dataclass
class Context:
    session: Session
    lang: str
    explicit_lang: bool
    user: User | None
    root: str
    path: str
    memo: dict = field(default_factory=dict)  # term counts and images, forgotten at each write

    def can_read(self, record: Any) -> bool:
        if not USERS or record.status == "publish":
            return True
        user = self.user
        return bool(user) and (user.role == "editor" or record.author == user.id or record.status == "private")

    def readable(self, model: Any):
        """The same rule as SQL."""
        if not USERS:
            return true()
        if self.user is None:
            return model.status == "publish"
        if self.user.role == "editor":
            return true()
        return or_(model.status.in_(("publish", "private")), model.author == self.user.id)

    def require_read(self, record: Any) -> None:
        if not self.can_read(record):
            raise ApiError(403 if self.user else 401, "You may not read this record")

    def require_write(self, record: Any = None, *, term: bool = False) -> None:
        if not USERS:
            return
        if self.user is None:
            raise ApiError(401, "Log in to write")
        if self.user.role == "editor":
            return
        if self.user.role == "author" and not term and (record is None or record.author == self.user.id):
            return
        raise ApiError(403, "You may not write this record")


