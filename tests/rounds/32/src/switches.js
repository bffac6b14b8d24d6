const BUG = process.env.BUG || '';
const VARIANT = process.env.VARIANT || '';
export const bug = (id) => BUG === id;
export const variant = (id) => VARIANT === id;
export const pause = (ms) => new Promise((r) => setTimeout(r, ms));
