import type { Interceptor, Send } from '../exchange.js';

/** Puts interceptors before a send; the first is the outermost. */
export const compose = (interceptors: readonly Interceptor[], send: Send): Send =>
  interceptors.reduceRight<Send>((next, intercept) => (request) => intercept(request, next), send);
