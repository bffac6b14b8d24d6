package cal;

public class ApiException extends RuntimeException {
    final int status;
    final String code;

    ApiException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    static ApiException badParam(String name, String why) {
        return new ApiException(400, "rest_invalid_param", "Invalid parameter " + name + ": " + why);
    }

    static ApiException notFound(String what) {
        return new ApiException(404, what + "-not-found", "The requested " + what + " does not exist");
    }
}
