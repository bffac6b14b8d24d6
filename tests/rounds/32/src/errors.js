export class ApiError extends Error {
  constructor(statusCode, code, message, params) {
    super(message);
    this.statusCode = statusCode;
    this.apiCode = code;
    this.params = params;
  }
}
export const invalid = (param, message) =>
  new ApiError(400, 'invalid_param', `Invalid parameter ${param}: ${message}`, { [param]: message });
export const notFound = (what) => new ApiError(404, 'not_found', `No such ${what}`);
export const denied = (user) =>
  user.role === 'anonymous'
    ? new ApiError(401, 'unauthorized', 'You have to log in to do this')
    : new ApiError(403, 'forbidden', 'You are not allowed to do this');
