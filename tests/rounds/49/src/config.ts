/** Everything read from the environment, in one place. */
export const PORT = Number(process.env.PORT ?? 8080);
export const USERS = process.env.USERS === '1';
export const NS = 'vendor/events/v1';
export const ORIGIN = `http://127.0.0.1:${PORT}`;
export const SITE_TZ = 'Europe/Amsterdam';
export const LANGS = ['nl', 'en', 'fr', 'de'] as const;
export type Lang = (typeof LANGS)[number];
export const DEFAULT_LANG: Lang = 'en';
export const PREFIXES = ['nl', 'de', 'fr'];

const BUG = process.env.BUG ?? '';
const VARIANT = process.env.VARIANT ?? '';
export const bug = (id: string): boolean => BUG === id;
export const variant = (id: string): boolean => VARIANT === id;

export const MAX_PER_PAGE = variant('order-and-clamp') ? 50 : 100;
