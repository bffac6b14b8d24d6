import type { Collection } from '../../contract/field.js';
import type { ListQuery, QueryValue } from '../../generators/wire.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { groundOf, isInView } from '../lists/ground.js';
import type { Judgement } from '../model/judgement.js';
import { conditions, select } from '../model/select.js';
import type { Answer } from './answer.js';
import { createViews, type View } from './views.js';

/** One parameter as it is sent, with what says how it is read. */
export interface Asked {
  readonly name: string;
  readonly value: QueryValue;
  /** What `strict_dates` says; nothing of a parameter that is no date. */
  readonly strict?: boolean | undefined;
}

/** What the model says of single parameters, in a form in which thousands of answers are put together in no time. */
export interface Oracle {
  readonly world: World;
  readonly collection: Collection;
  /** All records that the ground keeps in view. */
  readonly all: Answer;
  /** What a parameter selects by itself, of records as they are or as they are seen. */
  alone(asked: Asked, view?: View): Answer;
  /** What a list shows at all, where no filter is asked for. */
  shown(query: ListQuery): Answer;
}

/** Numbers records by their places, and puts together what is judged of each. */
function toAnswer(places: readonly number[], judge: (place: number) => Judgement): Answer {
  let [must, mustNot, bit] = [0n, 0n, 1n];
  for (const place of places) {
    const judgement = judge(place);
    if (judgement === 'in') must |= bit;
    if (judgement === 'out') mustNot |= bit;
    bit <<= 1n;
  }
  return { must, mustNot };
}

/** Keeps what was worked out. */
function createMemory(): (key: string, work: () => Answer) => Answer {
  const known = new Map<string, Answer>();
  return (key, work) => {
    const answer = known.get(key) ?? work();
    known.set(key, answer);
    return answer;
  };
}

/** Makes the oracle of a collection. */
export function createOracle(world: World, collection: Collection): Oracle {
  const records = world.of(collection);
  const places = records.flatMap((record, place) => (isInView(world)(record) ? [place] : []));
  const seenBy = createViews(world);
  const remember = createMemory();

  function judgeAlone({ name, value, strict }: Asked, view: View | undefined): Answer {
    const pool = view ? seenBy(view) : world;
    const seen: readonly WorldRecord[] = pool.of(collection);
    const context = { pool, query: strict === undefined ? { [name]: value } : { [name]: value, strict_dates: strict } };
    const condition = conditions[collection][name];
    return toAnswer(places, (place) => {
      const record = seen[place];
      return record && condition ? condition(record, value, context) : 'in';
    });
  }

  function judgeShown(query: ListQuery): Answer {
    const { must, mustNot } = select(world, collection, { ...groundOf(world, collection), ...query });
    return toAnswer(places, (place) => {
      const is = ({ key }: { readonly key: string }): boolean => key === records[place]?.ref.key;
      if (must.some(is)) return 'in';
      return mustNot.some(is) ? 'out' : 'open';
    });
  }

  return {
    world,
    collection,
    all: toAnswer(places, () => 'in'),
    alone: (asked, view) => remember(`${view} ${JSON.stringify(asked)}`, () => judgeAlone(asked, view)),
    shown: (query) => remember(JSON.stringify(query), () => judgeShown(query)),
  };
}
