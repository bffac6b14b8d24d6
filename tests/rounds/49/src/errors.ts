export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly params?: Record<string, string>,
  ) {
    super(message);
  }
}
export const badRequest = (message: string, params?: Record<string, string>) => new HttpError(400, 'invalid_param', message, params);
export const notFound = (what: string) => new HttpError(404, `${what}_not_found`, `The requested ${what} does not exist.`);
export const gone = (what: string) => new HttpError(410, `${what}_gone`, `The requested ${what} has been moved to the trash.`);
export const unauthorized = () => new HttpError(401, 'unauthorized', 'Sign in to do this.');
export const forbidden = () => new HttpError(403, 'forbidden', 'You are not allowed to do this.');
