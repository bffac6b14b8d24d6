import type { World, WorldRecord } from '../../adapter/world/world.js';
import { type Collection, eventRelations, resourceOf } from '../../contract/resources.js';
import { DAY, shifted } from '../../generators/wall-time.js';
import type { WireValue } from '../../generators/wire-value.js';
import type { Pool } from '../model/judgement.js';

/** What a record is taken for. */
type Change = (record: WorldRecord) => WorldRecord;

const fields =
  (change: (name: string, value: WireValue) => WireValue): Change =>
  (record) => {
    const entries = Object.entries(record.payload).map(([name, value]) => [name, change(name, value)]);
    return { ...record, payload: Object.fromEntries(entries) };
  };

const links = (choose: (all: readonly WireValue[]) => readonly WireValue[]): Change =>
  fields((name, value) => (name in eventRelations && Array.isArray(value) ? choose(value) : value));

const moved = (seconds: number): Change =>
  fields((name, value) =>
    (name === 'start_date' || name === 'end_date') && typeof value === 'string' ? shifted(value, seconds) : value,
  );

/** Changes the texts that are stated to be searched. */
const texts =
  (change: (text: string, isName: boolean) => string): Change =>
  (record) => {
    const { label } = resourceOf(record.ref.ref);
    const entries = Object.entries(record.body).map(([name, value]) => [
      name,
      (name === label || name === 'description') && typeof value === 'string' ? change(value, name === label) : value,
    ]);
    return { ...record, body: Object.fromEntries(entries) };
  };

/** Marks the beginning of every text: what is searched for with it is found at beginnings alone. */
export const BEGINNING = '\u0002';

const AGE = 9999 * DAY;

/** Ways of seeing records wrongly, whatever is asked. */
const views = {
  firstLinks: links((all) => all.slice(0, 1)),
  lastLinks: links((all) => all.slice(-1)),
  names: texts((text, isName) => (isName ? text : '')),
  descriptions: texts((text, isName) => (isName ? '' : text)),
  beginnings: texts((text) => `${BEGINNING}${text}`),
  published: (record) => {
    const { status: _, ...payload } = record.payload;
    return { ...record, payload };
  },
  secondLate: moved(1),
  secondEarly: moved(-1),
  dayLate: moved(DAY),
  dayEarly: moved(-DAY),
  ageLate: moved(AGE),
  ageEarly: moved(-AGE),
} as const satisfies Readonly<Record<string, Change>>;

/** What is seen wrongly, and how. */
export type View = keyof typeof views;

function toPool(world: World, view: View): Pool {
  const seen = new Map<Collection, readonly WorldRecord[]>();
  return {
    profile: world.profile,
    today: world.today,
    of(collection) {
      const records = seen.get(collection) ?? world.of(collection).map(views[view]);
      seen.set(collection, records);
      return records;
    },
  };
}

/** The records of a world as they are seen. Each view is made when it is first looked through. */
export function createViews(world: World): (view: View) => Pool {
  const made = new Map<View, Pool>();
  return (view) => {
    const pool = made.get(view) ?? toPool(world, view);
    made.set(view, pool);
    return pool;
  };
}
