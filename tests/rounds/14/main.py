import os
import sys
try:
    import sqlalchemy, flask  # noqa
except ImportError:  # a private python without Debian's packages: use the system's
    if sys.executable != "/usr/bin/python3" and not os.environ.get("_REEXEC"):
        os.environ["_REEXEC"] = "1"
        os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)
    raise
from calapp import create_app
from calapp.server import serve

if __name__ == "__main__":
    serve(create_app(), int(os.environ.get("PORT") or 8000))
