import { createHash } from 'node:crypto';
import type { HeaderPairs, Interceptor } from '../exchange.js';
import { withFields } from './authentication.js';

/** Who sends a request, and which attempt it is. */
interface Span {
  /** The id of the requirement that it is sent for. */
  readonly requirement?: string | undefined;
  /** Unlike that of any other request of the run. */
  readonly span: string;
}

/** The header fields by which a target's own traces and logs show what a request is for. */
export type Trace = (span: Span) => HeaderPairs;

const hash = (text: string, digits: number): string => createHash('sha256').update(text).digest('hex').slice(0, digits);

/**
 * The trace of a run: `traceparent` as in W3C Trace Context, version 00 and sampled, with a trace id for each requirement
 * and one for what belongs to none, and the id of the requirement. All follow from `seed`, so that a run can be repeated
 * to the letter; it must differ from run to run.
 */
export const createTrace =
  (seed: string): Trace =>
  ({ requirement, span }) => [
    ['traceparent', `00-${hash(`${seed} trace ${requirement ?? ''}`, 32)}-${hash(`${seed} span ${span}`, 16)}-01`],
    ...(requirement === undefined ? [] : [['X-Calproof-Requirement', requirement] as const]),
  ];

/** Traces the attempts of one request. */
interface Tracing {
  readonly intercept: Interceptor;
  /** The `traceparent` of the last attempt, where there is a trace. */
  sent(): { readonly traceparent?: string };
}

/** Gives each attempt of a request a span of its own. What the request or its identity sets stays as it is. */
export function createTracing(trace: Trace | undefined, { requirement, span }: Span): Tracing {
  let attempt = 0;
  let traceparent: string | undefined;
  return {
    intercept(request, next) {
      if (!trace) return next(request);
      attempt += 1;
      const fields = trace({ requirement, span: `${span}.${attempt}` });
      traceparent = fields[0]?.[1];
      return next({ ...request, headers: withFields(request.headers, fields) });
    },
    sent: () => (traceparent === undefined ? {} : { traceparent }),
  };
}
