import { type Exchange, headerValue } from '../../harness/exchange.js';
import type { Calendar } from '../calendar.js';
import { strangerHeaders } from '../facts/stranger.js';
import { byId } from '../paths.js';
import type { Built } from '../world/build.js';
import type { Capability } from './capabilities.js';

/** Learns which of HTTP's optional habits a target has: rules about them bind only a target that has them. */
export async function learnHabits(
  calendar: Calendar,
  built: readonly Built[],
  before: readonly Exchange[] = [],
): Promise<readonly Capability[]> {
  const [stranger, item] = await Promise.all([
    calendar.send({ method: 'GET', path: '/tags', headers: strangerHeaders }),
    readOne(calendar, built, before),
  ]);
  const creates = built.map(({ written }) => written.exchange);
  const seen: readonly (readonly [Capability, boolean])[] = [
    ['http.challenge', statusOf(stranger) === 401],
    ['http.etag', item !== undefined && has(item, 'etag')],
    ['http.location', creates.some((exchange) => statusOf(exchange) === 201 && has(exchange, 'location'))],
  ];
  return seen.filter(([, there]) => there).map(([habit]) => habit);
}

/** The answer to a read of one record: one that was seen already, or a new one. */
async function readOne(
  calendar: Calendar,
  built: readonly Built[],
  before: readonly Exchange[],
): Promise<Exchange | undefined> {
  const seen = before.find((exchange) => exchange.request.method === 'GET' && built.some(isItem(exchange)));
  if (seen) return seen;
  const one = built.find(({ id }) => id !== undefined);
  return one?.id === undefined ? undefined : calendar.read(one.draft.ref.ref, byId({ id: one.id }));
}

const isItem =
  ({ request: { target } }: Exchange) =>
  ({ id, draft: { ref } }: Built): boolean =>
    id !== undefined && target.endsWith(`/${ref.ref}/${id}`);

const statusOf = ({ outcome }: Exchange): number => (outcome.kind === 'response' ? outcome.response.status : 0);

const has = ({ outcome }: Exchange, name: string): boolean =>
  outcome.kind === 'response' && headerValue(outcome.response.headers, name) !== undefined;
