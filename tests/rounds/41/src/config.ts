/** Settings taken from the environment, and the switches. */
export const PORT = Number(process.env.PORT ?? 8080);
export const ORIGIN = `http://127.0.0.1:${PORT}`;
export const NS = 'vendor/events/v1';
export const WITH_USERS = process.env.USERS === '1';
export const SITE_TZ = 'Europe/Amsterdam';
export const MAX_PER_PAGE = 100;

export const LANGS = ['nl', 'en', 'fr', 'de'] as const;
export type Lang = (typeof LANGS)[number];
export const DEFAULT_LANG: Lang = 'en';

export const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'] as const;

const activeBug = process.env.BUG ?? '';
const activeVariant = process.env.VARIANT ?? '';
export const bug = (id: string): boolean => activeBug === id;
export const variant = (id: string): boolean => activeVariant === id;

export type Role = 'editor' | 'author' | 'reader';
export interface User { id: number; name: string; password: string; role: Role }
export const USERS: User[] = [
  { id: 1, name: 'editor', password: 'editor', role: 'editor' },
  { id: 2, name: 'author', password: 'author', role: 'author' },
  { id: 3, name: 'reader', password: 'reader', role: 'reader' },
];

/** An error that becomes an HTTP answer. */
export class ApiError extends Error {
  constructor(public statusCode: number, public code: string, message: string, public param?: string) {
    super(message);
  }
}
export const invalid = (param: string, why: string): ApiError =>
  new ApiError(variant('codes') ? 422 : 400, 'rest_invalid_param', `Invalid parameter "${param}": ${why}`, param);
export const notFound = (what: string): ApiError =>
  new ApiError(404, 'rest_not_found', `No such ${what}.`);
