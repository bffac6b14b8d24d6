"""Starts the calendar service on 127.0.0.1:PORT (environment: PORT, USERS, BUG, VARIANT)."""
import logging
import os
import sys

import django
from django.conf import settings

sys.dont_write_bytecode = True
settings.configure(
    DEBUG=False,
    SECRET_KEY="not-used-for-anything",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="cal.urls",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework",
                    "django_filters", "cal"],
    MIDDLEWARE=["cal.http.EntityTags", "cal.http.ContentLength"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "CONN_MAX_AGE": None,
                           "NAME": "file:calendar?mode=memory&cache=shared"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    USE_TZ=False, USE_I18N=False, USE_L10N=False, APPEND_SLASH=False,
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser",
                                   "rest_framework.parsers.FormParser",
                                   "rest_framework.parsers.MultiPartParser"],
        "DEFAULT_AUTHENTICATION_CLASSES": ["cal.http.BasicAuth"],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_CONTENT_NEGOTIATION_CLASS": "cal.http.AlwaysJson",
        "EXCEPTION_HANDLER": "cal.http.error_response",
        "UNAUTHENTICATED_USER": None,
    },
)


def quiet_head(base):
    """A waitress task that sends no body for HEAD, and keeps the connection."""
    class Task(base):
        def write(self, data):
            if self.request.command != "HEAD":
                return super().write(data)
            super().write(b"")
            self.content_bytes_written += len(data)
    return Task


def main():
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    django.setup()
    from django.core.wsgi import get_wsgi_application
    from cal import world
    world.create()
    import waitress
    from waitress.channel import HTTPChannel
    HTTPChannel.task_class = quiet_head(HTTPChannel.task_class)
    # One worker: requests are short and the in-memory database has a single writer.
    waitress.serve(get_wsgi_application(), host="127.0.0.1",
                   port=int(os.environ.get("PORT", "8000")), threads=1, ident="calendar")


if __name__ == "__main__":
    main()
