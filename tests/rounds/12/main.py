"""Entry point: PORT, BUG, VARIANT and USERS come from the environment."""
import os
import sys

import httpd
from app import Application


def main():
    port = int(os.environ.get("PORT", "8080"))
    try:
        httpd.serve(port, Application())
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
