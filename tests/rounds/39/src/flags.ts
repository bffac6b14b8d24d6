const activeBug = process.env.BUG ?? '';
const activeVariant = process.env.VARIANT ?? '';
export const bug = (id: string): boolean => activeBug === id;
export const variant = (id: string): boolean => activeVariant === id;
export const usersEnabled = process.env.USERS === '1';
export const sleep = (ms: number) => new Promise<void>((r) => setTimeout(r, ms));
