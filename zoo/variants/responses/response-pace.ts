import { seedOf } from '../../../kernel/seed.js';
import { AT_ONCE } from '../../../wire/client/admission.js';
import type { Clock } from '../../../wire/clock.js';
import type { Interceptor, WireRequest } from '../../../wire/exchange.js';
import { editResponse, toRefusal, withHeader } from '../../intercept/response-edit.js';
import type { Allowance, Variant } from '../../variant.js';

const SLOWEST_MS = 8_000;
const WAIT_S = 3;
/** About one request in so many is refused for now. */
const ONE_IN = 9;

const slow: Variant = {
  id: 'pace.slow',
  aspect: 'pace',
  statement: 'A response takes up to eight seconds.',
  allowances: [
    {
      requirement: 'venues.list.only_with_upcoming.zone',
      reason: 'A proof does not wait, but moves its own clock ahead of that of the target.',
    },
  ],
  create(seed, _, clock) {
    let count = 0;
    return async (request, next) => {
      count += 1;
      await clock.sleep(seedOf(seed, `${count}`) % SLOWEST_MS);
      return next(request);
    };
  },
};

/** As many as one check may send at a time: a target that serves fewer would fail what asks for concurrent requests. */
const SERVED = AT_ONCE;
const MOMENT_MS = 50;

/** A busy service lets requests wait until nobody waits for their responses any more. */
const busy: Variant = {
  id: 'pace.stalls-when-loaded',
  aspect: 'pace',
  statement: 'Of more than four requests at a time, the further ones get no response.',
  concurrency: AT_ONCE,
  create(_, __, clock) {
    let underWay = 0;
    return async (request, next) => {
      if (underWay >= SERVED) return { kind: 'stalled', message: 'no response in time' };
      underWay += 1;
      try {
        await clock.sleep(MOMENT_MS);
        return await next(request);
      } finally {
        underWay -= 1;
      }
    };
  },
};

/** About one write in so many comes over a connection that is being closed, the data of the run apart. */
const CLOSING_ONE_IN = 50;
const FIRST_WRITES = 150;

/** A connection that was kept is closed just as a write is sent over it (RFC 9112 section 9.3.1): nothing was done. */
const closing: Variant = {
  id: 'pace.connections-closed-on-writes',
  aspect: 'pace',
  statement: 'Now and then a kept connection is closed when a write is sent over it, and the write is not done.',
  create(seed) {
    let writes = 0;
    return async (request, next) => {
      if (SAFE.includes(request.method)) return next(request);
      writes += 1;
      const isClosed = writes > FIRST_WRITES && seedOf(seed, `${writes}`) % CLOSING_ONE_IN === 0;
      return isClosed ? { kind: 'reset', message: 'the connection was closed' } : next(request);
    };
  },
};

const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses a request for now; the same one is let pass when it comes again. */
function refusingNow(seed: number, status: number, retryAfter: () => string): Interceptor {
  const refused = new Set<string>();
  let count = 0;
  return async (request, next) => {
    count += 1;
    const isAgain = refused.delete(keyOf(request));
    if (isAgain || seedOf(seed, `${count}`) % ONE_IN !== 0) return next(request);
    refused.add(keyOf(request));
    return editResponse(toRefusal(status), (response) => ({
      ...response,
      headers: withHeader(response.headers, 'Retry-After', retryAfter()),
    }));
  };
}

const keyOf = ({ method, target, body = new Uint8Array() }: WireRequest): string =>
  `${method} ${target} ${Buffer.from(body).toString('base64')}`;

const later = (clock: Clock): string => new Date(clock.now() + WAIT_S * 1_000).toUTCString();

const repeated: readonly Allowance[] = [
  { requirement: 'concurrency.', reason: 'Repeated requests leave none for the last requirement.' },
];

/** How fast a target answers, and how much it takes: rate limits are not shown. */
export const pace: readonly Variant[] = [
  slow,
  busy,
  closing,
  {
    id: 'limits.429',
    aspect: 'limits',
    statement: 'Some requests are refused with 429 and a Retry-After in seconds.',
    allowances: repeated,
    create: (seed) => refusingNow(seed, 429, () => `${WAIT_S}`),
  },
  {
    id: 'limits.503',
    aspect: 'limits',
    statement: 'Some requests are refused with 503 and a Retry-After as a date.',
    allowances: repeated,
    create: (seed, _, clock) => refusingNow(seed, 503, () => later(clock)),
  },
];
