"""Puts the application together."""
import os
import tempfile
from collections.abc import Generator

from litestar import Litestar, Router
from litestar.di import Provide
from sqlalchemy.orm import Session

from .config import NS
from .controllers import RESOURCES, IndexController, provide_body, provide_context, provide_query, rest_root
from .errors import HANDLERS
from .middleware import BasicAuth, Conditional, LanguagePath, Methods
from .models import make_sessions
from .world import fill


def build_app():
    handle, path = tempfile.mkstemp(prefix="calsvc-", suffix=".sqlite")
    os.close(handle)
    sessions = make_sessions(path)
    with sessions() as session:
        fill(session)

    def provide_session() -> Generator[Session, None, None]:
        with sessions() as session:
            yield session

    app = Litestar(
        route_handlers=[rest_root, Router(f"/{NS}", route_handlers=[IndexController, *RESOURCES])],
        dependencies={"session": Provide(provide_session), "fields": Provide(provide_body),
                      "params": Provide(provide_query, sync_to_thread=False),
                      "ctx": Provide(provide_context, sync_to_thread=False)},
        middleware=[BasicAuth], exception_handlers=HANDLERS, openapi_config=None,
        on_shutdown=[lambda: os.unlink(path)],
        request_max_body_size=3_000_000,
    )
    return LanguagePath(Methods(Conditional(app)))
