"""Who asks, and what they may see and do."""
import base64
import binascii

from sqlalchemy import and_, or_

from conf import USERS, Refuse, bug, opt

IDS = {"editor": 1, "author": 2, "reader": 3}
CHALLENGE = {"WWW-Authenticate": 'Basic realm="events"'}


class Who:
    def __init__(self, name):
        self.name = name
        self.id = IDS.get(name, 1 if name == "sandbox" else 0)
        self.all = name in ("sandbox", "editor")


SANDBOX, ANONYMOUS = Who("sandbox"), Who("anonymous")
KNOWN = {f"{n}:{n}".encode(): Who(n) for n in IDS}


def who(request):
    if not USERS:
        return SANDBOX
    header = request.headers.get("authorization")
    if header is None:
        if opt("login"):
            raise Refuse(401, "not_logged_in", "Log in first.", CHALLENGE)
        return ANONYMOUS
    scheme, _, rest = header.partition(" ")
    basic = scheme == "Basic" if bug("basic-scheme-case") else scheme.lower() == "basic"
    try:
        found = KNOWN.get(base64.b64decode(rest.strip(), validate=True)) if basic else None
    except (binascii.Error, ValueError):
        found = None
    if found is None:
        raise Refuse(401, "wrong_credentials", "These credentials are not known.", CHALLENGE)
    return found


def visible(model, user):
    """A condition for what a user may read, or None."""
    if user.all or (bug("author-lists-all-drafts") and user.name == "author"):
        return None
    if user.name == "author":
        return or_(model.status == "publish", model.author == user.id)
    return model.status == "publish"


def owns(row, user):
    return user.all or (user.name == "author" and (row.author if hasattr(row, "author") else row.owner) == user.id)


def may_read(row, user):
    return user.all or not hasattr(row, "status") or row.status == "publish" or owns(row, user)


def same(given, kept):
    """Whether the password given is that of the event."""
    if bug("password-numeric-equal"):
        try:
            return float(given) == float(kept)
        except (TypeError, ValueError):
            pass
    return given == kept


def unlocked(row, user, password):
    """Whether a protected event opens."""
    if not getattr(row, "password", None):
        return True
    if opt("guard"):
        return same(password, row.password)
    return owns(row, user) or same(password, row.password)


def need_writer(user):
    if user.name == "anonymous":
        raise Refuse(401, "not_logged_in", "Log in to write.", None if bug("challenge-missing") else CHALLENGE)
    if user.name == "reader":
        raise Refuse(403, "forbidden", "You may not write.")


def need_owner(row, user):
    if not owns(row, user):
        raise Refuse(403, "forbidden", "This record is not yours.")


def hidden(user):
    if opt("hidden") == 403:
        if user.name == "anonymous":
            return Refuse(401, "not_logged_in", "Log in to read this.", CHALLENGE)
        return Refuse(403, "forbidden", "You may not read this.")
    return Refuse(404, "not_found", "No such record.")


def text_open(model, user):
    """A condition for events whose description the user may see, or None."""
    if opt("guard"):
        return or_(model.password.is_(None), model.password == "")
    if user.all:
        return None
    free = or_(model.password.is_(None), model.password == "")
    return or_(free, and_(model.author == user.id)) if user.name == "author" else free
