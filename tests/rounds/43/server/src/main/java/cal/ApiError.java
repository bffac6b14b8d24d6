package cal;

/** An error the client caused; becomes a JSON error body. */
final class ApiError extends RuntimeException {
    final int status;
    final String code;

    ApiError(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    static ApiError invalid(String param, String why) {
        return new ApiError(Switch.variant("problem") ? 422 : 400, "rest_invalid_param", "Invalid parameter " + param + ": " + why);
    }

    static ApiError missing(String param) {
        return new ApiError(Switch.variant("problem") ? 422 : 400, "rest_missing_callback_param", "Missing parameter: " + param);
    }

    static ApiError malformed(String why) {
        return new ApiError(400, "rest_malformed_request", why);
    }

    static ApiError notFound(Kind kind) {
        return new ApiError(404, kind.singular + "-not-found", "The requested " + kind.singular + " does not exist.");
    }
}
