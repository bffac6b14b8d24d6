import type { World } from '../../adapter/world/world.js';
import { type Collection, eventRelations, relations } from '../../contract/resources.js';
import type { ListQuery, Ref } from '../../generators/wire-value.js';
import { type Selection, select } from '../model/select.js';
import type { Asked } from './asked-query.js';
import { isWords } from './safe-values.js';

/** Parameters that select by events, of which a run makes more. */
const byEvents: readonly string[] = ['has_events', 'only_with_upcoming', 'hide_empty'];

/** Lists of terms leave out what has no events, unless they are asked for it. */
const hidesEmpty = (collection: Collection, query: ListQuery): boolean =>
  (collection === 'categories' || collection === 'tags') && query.hide_empty !== false;

/** What the model selects of the world for a list; undefined where a parameter may select what the model cannot know. */
export function selectAsked(world: World, collection: Collection, asked: readonly Asked[]): Selection | undefined {
  const parts = asked.map((one) => toPart(world, collection, one));
  if (mixesDays(asked) || parts.includes(undefined)) return undefined;
  const query: ListQuery = Object.assign({}, ...parts);
  const { must, mustNot } = select(world, collection, query, {
    among: ({ complete, listed, redacted }) => complete && listed !== true && redacted !== true,
  });
  const grows = hidesEmpty(collection, query) || byEvents.some((name) => name in query);
  return { must, mustNot: grows ? [] : mustNot };
}

/** How a day acts beside a bound or another day is open. */
function mixesDays(asked: readonly Asked[]): boolean {
  const kinds = asked.map(({ semantics }) => semantics.kind);
  return kinds.includes('day') && kinds.filter((kind) => kind === 'day' || kind === 'bound').length > 1;
}

/** A parameter as the model takes it; undefined where it is left out of this. */
function toPart(world: World, collection: Collection, { name, semantics, values }: Asked): ListQuery | undefined {
  const [first = ''] = values;
  switch (semantics.kind) {
    case 'paging':
    case 'order':
      return {};
    case 'bound':
    case 'day':
      return { [name]: first };
    case 'text':
      return isWords(first) ? { [name]: first } : undefined;
    case 'precision':
      return { [name]: isOn(first) };
    case 'flag':
      return name === 'ticketed' || name === 'geoloc' ? undefined : { [name]: isOn(first) };
    case 'identity':
    case 'exclusion':
      return { [name]: refsOf(world, collection, values) };
    case 'union':
      return toUnion(world, name, values);
    case 'alias':
    case 'choice':
    case 'coordinate':
    case 'view':
      return undefined;
  }
}

const isOn = (value: string): boolean => value === 'true' || value === '1';

/** Of what is no record of the world, nothing in it is selected. */
const refsOf = (world: World, collection: Collection, ids: readonly string[]): readonly Ref[] =>
  ids.flatMap((id) => world.refOf(collection, id) ?? []);

/** Only where the world has all that events are to be linked to. */
function toUnion(world: World, name: string, ids: readonly string[]): ListQuery | undefined {
  const relation = relations.find((one) => one === name);
  const refs = relation ? refsOf(world, eventRelations[relation], ids) : [];
  return refs.length === ids.length ? { [name]: refs } : undefined;
}
