"""Entry point: makes a new temporary database, fills it, and serves it with uvicorn."""
import uvicorn

from calsvc.config import PORT
from calsvc.main import build_app

if __name__ == "__main__":
    uvicorn.run(build_app(), host="127.0.0.1", port=PORT, log_level="warning", access_log=False,
                timeout_keep_alive=30)
