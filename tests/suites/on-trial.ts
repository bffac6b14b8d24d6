import { openCalendar, type OpenedCalendar } from '../../adapter/open-calendar.js';
import type { Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { WorldFile } from '../../contract/world-file.js';
import { openTrial, type Trial } from '../../kernel/trial.js';
import { createReferenceServer, type ReferenceServerOptions } from '../../reference-server/index.js';
import { createDirectTransport } from '../../runners/prove/open-case.js';
import { watchCalendar } from '../../suites/monitors/index.js';
import {
  mistaken,
  RESPELLED,
  withHeaders,
  withRespelledScheme,
  withWrongPassword,
} from '../../wire/client/authentication.js';
import { createFollowing } from '../../wire/client/follow-redirects.js';
import { compose } from '../../wire/client/interceptors.js';
import { createRetryAfter } from '../../wire/client/retry-after.js';
import { type Clock, createVirtualClock } from '../../wire/clock.js';
import type { HeaderPairs, Interceptor, Outcome, Transport, WireRequest } from '../../wire/exchange.js';
import { jsonOf } from '../../wire/message-body.js';

export interface OnTrial {
  readonly trial: Trial<Subject, World>;
  readonly opened: OpenedCalendar;
  /** Totals of every collection of the server. */
  counts(): Readonly<Record<string, number>>;
  close(): Promise<readonly string[]>;
}

export interface OnTrialOptions {
  readonly seed?: number;
  /** Put between the harness and the server, before the target is learned. */
  readonly intercept?: Interceptor;
  /** By which a refusal for now is waited out; one of its own when not given. */
  readonly clock?: Clock;
  readonly world?: WorldFile;
  /** Sandbox when not given. */
  readonly mode?: 'readonly' | 'sandbox';
  /** In [0, 1), for the run's marker; the same one when not given. */
  readonly random?: number;
  /** Records of each collection that others made, and deleted again, before the run. */
  readonly former?: number;
  /** What the default identity sends with every request, also with those that a fault sends on its own. */
  readonly headers?: HeaderPairs;
  /** Who else asks, and what each sends. */
  readonly identities?: Readonly<Record<string, HeaderPairs>>;
  /** How the server is set up besides its world. */
  readonly server?: Omit<ReferenceServerOptions, 'world'>;
}

/** A trial of the reference server, with a fault between the two if wanted. */
export async function onTrial({
  seed = 1,
  intercept,
  clock = createVirtualClock(Date.now()),
  world,
  mode = 'sandbox',
  random = 0.3,
  former = 0,
  headers = [],
  identities = {},
  server: setup = {},
}: OnTrialOptions = {}): Promise<OnTrial> {
  const server = createReferenceServer({ ...setup, ...(world && { world }) });
  const transport = createDirectTransport(server.handler);
  const patient = createRetryAfter({ clock, mayRepeat: () => Promise.resolve(true) });
  const isLogin = headers.some(([name]) => name === 'Authorization');
  const known: Readonly<Record<string, HeaderPairs>> = {
    ...identities,
    ...(isLogin && {
      ...Object.fromEntries(mistaken.map((name) => [name, withWrongPassword(headers, name)])),
      [RESPELLED]: withRespelledScheme(headers),
    }),
  };
  const proofOf = (as?: string): HeaderPairs => (as === undefined ? headers : (known[as] ?? []));
  const send = (whole: WireRequest, as?: string): Promise<Outcome> => {
    const proof = proofOf(as);
    const complete = (request: WireRequest): WireRequest => withHeaders(request, proof);
    const { intercept: follow } = createFollowing({ follows: () => true, mayRepeat: () => Promise.resolve(true) });
    const interceptors = [follow, patient, ...(intercept ? [intercept] : [])];
    const sendAs = compose(interceptors, (request) => transport.send(complete(request)));
    return sendAs(complete(whole));
  };
  await makeFormer(transport, headers, former);
  let sent = 0;
  const opened = await openCalendar({
    site: { root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' },
    send: async (request, { phase, as }) => {
      sent += 1;
      const number = sent;
      const identity = as === undefined ? {} : { identity: as };
      const whole = withHeaders(request, proofOf(as));
      const at = clock.now();
      return {
        number,
        phase,
        request: whole,
        ...identity,
        outcome: await send(request, as),
        at,
        ms: 0,
        intent: number,
      };
    },
    identities: Object.keys(identities),
    passwordLogin: isLogin,
    sent: () => sent,
    journal: { made: () => Promise.resolve(), gone: () => Promise.resolve() },
    mode,
    seed,
    now: new Date(),
    random,
    near: true,
    executionQuota: 200,
    watchBy: watchCalendar,
    ...(world && { worldFile: world }),
  });
  const trial = openTrial(opened);
  return {
    trial,
    opened,
    counts: () => server.counts(),
    async close() {
      const left = await trial.close();
      return left;
    },
  };
}

/** What others create and delete: records that are created afterwards have higher ids. */
async function makeFormer({ send }: Transport, proof: HeaderPairs, count: number): Promise<void> {
  const target = '/vendor/events/v1/tags';
  const headers: HeaderPairs = [['Content-Type', 'application/json'], ...proof];
  for (let number = 1; number <= count; number += 1) {
    const made = await send({ method: 'POST', target, headers, body: Buffer.from(`{"name":"Former ${number}"}`) });
    const id = (jsonOf(made) as { readonly id: number }).id;
    await send({ method: 'DELETE', target: `${target}/${id}`, headers });
  }
}
