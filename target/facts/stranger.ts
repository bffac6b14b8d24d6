import { strangerHeaders } from '../learn/habits.js';
import type { Told } from './told.js';

/** Whether a request was sent with a login that nobody has. */
export const isStranger = ({ exchange: { request } }: Told): boolean =>
  request.headers.some(([name, value]) => strangerHeaders.some(([one, other]) => one === name && other === value));
