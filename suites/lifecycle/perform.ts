import { isRefused } from '../../harness/expectations.js';
import type { Written } from '../../target/calendar.js';
import { type Address, byId, bySlug } from '../../target/paths.js';
import { expectCreated } from '../expect-shown.js';
import { sentText } from '../records/sent-text.js';
import { type Action, collectionOf } from './action.js';
import { nameOf, newRecord, newValues } from './body.js';
import { type Actor, actorOf, enter, type HistoryContext, toIds } from './stage.js';

/** An action as it was sent: the body, empty for a DELETE, and the answer. */
type Sent = Pick<Written, 'body' | 'exchange'>;

/** Does what an action says, and keeps the body that it sent. */
export async function perform(stage: HistoryContext, action: Action): Promise<Sent> {
  const sent = await send(stage, action);
  stage.bodies.push(sent.body);
  return sent;
}

async function send(stage: HistoryContext, action: Action): Promise<Sent> {
  const { calendar } = stage;
  const collection = collectionOf(action.name);
  switch (action.do) {
    case 'create':
      return create(stage, action);
    case 'update': {
      const payload = { ...newValues(action.fields), ...toIds(stage, action.links) };
      return calendar.update(collection, addressIn(stage, action), action.verb, payload);
    }
    case 'delete':
      return { body: {}, exchange: await calendar.remove(collection, addressIn(stage, action)) };
  }
}

async function create(stage: HistoryContext, { name, links, after }: Extract<Action, { do: 'create' }>): Promise<Sent> {
  const collection = collectionOf(name);
  const former = after && actorOf(stage, after);
  const taken = former && nameOf(collection, labelOf(former), former.slug ?? '');
  const payload = { ...newRecord(collection, stage.world), ...taken, ...toIds(stage, links) };
  const written = await stage.calendar.create(collection, payload);
  if (!isRefused(written.exchange)) await enter(stage, name, expectCreated(stage.calendar, written));
  return written;
}

const labelOf = ({ made }: Actor): string => sentText(made, Object.keys(nameOf(made.collection, '', ''))[0] ?? '');

function addressIn(stage: HistoryContext, { name, by }: Extract<Action, { by: unknown }>): Address {
  const { made, slug } = actorOf(stage, name);
  return by === 'slug' && slug !== undefined ? bySlug(slug) : byId(made);
}
