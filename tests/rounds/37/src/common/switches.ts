const BUG = process.env.BUG ?? '';
const VARIANT = process.env.VARIANT ?? '';
export const bug = (id: string): boolean => BUG === id;
export const variant = (id: string): boolean => VARIANT === id;
export const USERS = process.env.USERS === '1';
export const sleep = (ms: number) => new Promise<void>((r) => setTimeout(r, ms));
