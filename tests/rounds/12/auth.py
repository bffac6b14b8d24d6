"""Users and permissions. Without USERS=1 everybody may do everything."""
import base64
import binascii

import flags
from errors import ApiError
from flags import bug

REALM = 'Basic realm="events", charset="UTF-8"'


class User:
    def __init__(self, id, name, role):
        self.id = id
        self.name = name
        self.role = role


OPEN = User(1, "open", "editor")
ANONYMOUS = User(0, "anonymous", "anonymous")
ACCOUNTS = {"editor": ("editor", User(1, "editor", "editor")),
            "author": ("author", User(2, "author", "author")),
            "reader": ("reader", User(3, "reader", "reader"))}


def unauthorized(message="Authentication is required."):
    headers = {} if bug("us-no-challenge") else {"WWW-Authenticate": REALM}
    return ApiError(401, "rest_not_logged_in", message, headers=headers)


def forbidden(message="You are not allowed to do that."):
    return ApiError(403, "rest_forbidden", message)


def authenticate(headers) -> User:
    if not flags.USERS:
        return OPEN
    value = headers.get("Authorization")
    if not value:
        return ANONYMOUS
    scheme, _, token = value.partition(" ")
    known = scheme == "Basic" if bug("us-scheme-case") else scheme.lower() == "basic"
    if not known:
        raise unauthorized("Unsupported authentication scheme.")
    try:
        name, sep, password = base64.b64decode(token.strip(), validate=True).decode("utf-8").partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise unauthorized("Malformed credentials.")
    account = ACCOUNTS.get(name)
    if not sep or account is None or account[0] != password:
        raise unauthorized("Unknown user or wrong password.")
    return account[1]


def can_read(user, rec) -> bool:
    if rec.kind in ("categories", "tags") or user.role == "editor":
        return True
    if rec.data["status"] == "publish":
        return True
    return user.role == "author" and rec.owner == user.id


def check_read(user, rec):
    if not can_read(user, rec):
        raise unauthorized() if user.role == "anonymous" else forbidden()


def check_create(user, author=None):
    if user.role == "anonymous":
        raise unauthorized()
    if user.role == "reader":
        raise forbidden()
    if user.role == "author" and author not in (None, user.id):
        raise forbidden("Only editors may write in the name of somebody else.")


def check_write(user, rec, method):
    check_create(user)
    if bug("us-author-foreign-put") and method == "PUT" and rec.kind == "events":
        return
    if user.role == "author" and rec.owner != user.id:
        raise forbidden("Only editors may change the records of somebody else.")
