'use strict';
class ApiError extends Error {
  constructor(status, code, message, extra = {}) {
    super(message);
    Object.assign(this, { status, code, expose: true, ...extra });
  }
}
exports.ApiError = ApiError;
exports.badParam = (name, message) => new ApiError(400, 'rest_invalid_param', `Invalid parameter ${name}: ${message}`, { param: name });
exports.notFound = (what) => new ApiError(404, `${what}-not-found`, `The requested ${what} does not exist.`);
exports.forbidden = (message = 'You are not allowed to do this.') => new ApiError(403, 'rest_forbidden', message);
exports.unauthorized = (message = 'Authentication is required.') => new ApiError(401, 'rest_not_logged_in', message);
exports.gone = (what) => new ApiError(410, `${what}-gone`, `The requested ${what} was deleted.`);
