import type { Payload } from '../../generators/wire.js';
import type { Exchange } from '../../harness/exchange.js';
import type { JsonObject } from '../../harness/json.js';
import { type Made, toWireId } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import { byId } from '../../target/paths.js';
import type { Subject } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { addressingsOn, slugOf } from '../records/addressed.js';
import type { Links, Name } from './action.js';
import { counting } from './counting.js';
import { relationsIn } from './links.js';

/** A record that was created in a history. */
export interface Actor {
  readonly made: Made;
  /** As it was last seen; undefined where records have none. */
  readonly slug: string | undefined;
}

/** Where a history takes place: the records by the names that it calls them, and the bodies sent, by number. */
export interface HistoryContext extends Pick<Subject, 'calendar' | 'world'> {
  readonly actors: Map<Name, Actor>;
  readonly bodies: JsonObject[];
  /** Requests sent so far. */
  sent(): number;
}

export const createHistoryContext = ({ calendar, world }: Subject): HistoryContext => ({
  ...counting(calendar),
  world,
  actors: new Map(),
  bodies: [],
});

/** A record of the history. @throws when it was never created. */
export function actorOf({ actors }: Pick<HistoryContext, 'actors'>, name: Name): Actor {
  const actor = actors.get(name);
  if (!actor) throw new RangeError(`${name} has not been created`);
  return actor;
}

/** Lets a record into the history. */
export async function enter(stage: HistoryContext, name: Name, made: Made): Promise<void> {
  const hasSlug = addressingsOn(stage.calendar.profile, made.collection).includes('slug');
  stage.actors.set(name, { made, slug: hasSlug ? await slugOf(stage.calendar, made) : undefined });
}

/** Links as the field values that a body holds. */
export const toIds = (stage: Pick<HistoryContext, 'actors'>, links: Links): Payload =>
  Object.fromEntries(
    relationsIn(links).map(([relation, names]) => [
      relation,
      names.map((name) => toWireId(actorOf(stage, name).made.id)),
    ]),
  );

/** A record as an answer shows it. */
export type Seen = Shown & { readonly exchange: Exchange };

/** Reads a record that must be there, and keeps its slug: an update may have changed it. */
export async function see(stage: HistoryContext, name: Name): Promise<Seen> {
  const { made } = actorOf(stage, name);
  const seen = await expectFound(stage.calendar, made.collection, byId(made));
  await enter(stage, name, { ...made, shown: seen });
  return seen;
}
