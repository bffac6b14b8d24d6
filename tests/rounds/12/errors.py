"""API errors, rendered as {code, message, data: {status, ...}}."""


class ApiError(Exception):
    def __init__(self, status, code, message, headers=None, **data):
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.headers = dict(headers or {})
        self.data = data

    def payload(self):
        return {"code": self.code, "message": self.message,
                "data": {"status": self.status, **self.data}}


def invalid(params: dict) -> ApiError:
    """400 for one or several invalid parameters: {name: reason}."""
    return ApiError(400, "rest_invalid_param",
                    "Invalid parameter(s): " + ", ".join(sorted(params)), params=params)


def missing(names) -> ApiError:
    return ApiError(400, "rest_missing_callback_param",
                    "Missing parameter(s): " + ", ".join(names), params=list(names))


def not_found(kind: str) -> ApiError:
    return ApiError(404, f"{kind}-not-found", f"The requested {kind} does not exist.")


def gone(kind: str) -> ApiError:
    return ApiError(410, f"{kind}-is-in-trash", f"The requested {kind} is already in the trash.")
