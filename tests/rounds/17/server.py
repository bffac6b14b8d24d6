"""Entry point: settings, tables, and the loop."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from django.conf import settings

settings.configure(
    DEBUG=False, ALLOWED_HOSTS=['*'], SECRET_KEY='of no use here', ROOT_URLCONF='cal.urls', INSTALLED_APPS=['cal'],
    MIDDLEWARE=[], USE_TZ=False, USE_I18N=False, APPEND_SLASH=False,
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:', 'CONN_MAX_AGE': None}},
    DEFAULT_AUTO_FIELD='django.db.models.BigAutoField', DATA_UPLOAD_MAX_MEMORY_SIZE=None, DATA_UPLOAD_MAX_NUMBER_FIELDS=None,
    LOGGING_CONFIG=None,
)

import logging

logging.getLogger('django').addHandler(logging.NullHandler())
logging.getLogger('django').propagate = False

import django
django.setup()

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection

import httpd
from cal.models import MODELS


def ready():
    """Runs in the one thread that owns the in-memory database."""
    with connection.schema_editor() as editor:
        for model in MODELS.values():
            editor.create_model(model)
    import cal.urls  # noqa: F401  (loaded before the first request)


if __name__ == '__main__':
    httpd.serve(WSGIHandler(), int(os.environ.get('PORT', '8080')), ready)
