import { askedWith } from '../../adapter/calendar/locate.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, eventRelations, relations } from '../../contract/resources.js';
import type { ListQuery, Ref } from '../../generators/wire-value.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import { deviationOf } from '../expect/expect-selection.js';
import { type Selection, select } from '../model/select.js';
import { isInView } from '../queries/base-query.js';
import { type Asked, isOn } from './evidence/asked-query.js';
import { isWords } from './evidence/safe-values.js';
import type { ListStep } from './evidence/steps.js';

/** Lists of terms leave out what has no events, unless they are asked for it: of these, a run makes more. */
const grows = (collection: Collection, query: ListQuery): boolean =>
  collection !== 'events' && query.hide_empty !== false;

/** What the model selects of the world for a list; undefined where a parameter may select what the model cannot know. */
function selectAsked(world: World, collection: Collection, asked: readonly Asked[]): Selection | undefined {
  const parts = asked.map((one) => toPart(world, collection, one));
  if (mixesDays(asked) || parts.includes(undefined)) return undefined;
  const query: ListQuery = Object.assign({}, ...parts);
  const { must, mustNot } = select(world, collection, query, {
    among: (one) =>
      (collection !== 'events' || isInView(world)(one)) && one.complete && one.listed !== true && one.redacted !== true,
  });
  return { must, mustNot: grows(collection, query) ? [] : mustNot };
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

/** Of what is no record of the world, nothing in it is selected. */
const refsOf = (world: World, collection: Collection, ids: readonly string[]): readonly Ref[] =>
  ids.flatMap((id) => world.refOf(collection, id) ?? []);

/** Only where the world has all that events are to be linked to. */
function toUnion(world: World, name: string, ids: readonly string[]): ListQuery | undefined {
  const relation = relations.find((one) => one === name);
  const refs = relation ? refsOf(world, eventRelations[relation], ids) : [];
  return refs.length === ids.length ? { [name]: refs } : undefined;
}

const DEFAULT_SIZE = '10';

/** Whether a page is the whole of its list: some totals are those of the page, so that a full one may be the first of many. */
const isWhole = ({ page: { items, total }, query }: Pick<ListStep, 'page' | 'query'>): boolean =>
  total !== undefined &&
  items.length >= total &&
  items.length < Number(query.get('per_page') ?? DEFAULT_SIZE) &&
  (query.get('page') ?? '1') === '1';

/** What a list lacks of the records of the world, or holds though it must not; undefined where none is known to be either. */
export function judgeMembers(
  world: World,
  { collection, exchange, page, ...step }: ListStep,
  asked: readonly Asked[],
): readonly DeviationDetails[] | undefined {
  const { must, mustNot } = selectAsked(world, collection, asked) ?? NOTHING;
  if (must.length + mustNot.length === 0) return undefined;
  const selection = { must: isWhole({ page, ...step }) ? must : [], mustNot };
  const found = deviationOf({ world, collection, exchange, items: page.items, selection });
  const names = asked.map(({ name }) => name);
  return found ? [{ ...found, about: { ...found.about, ...askedWith(collection, names) } }] : [];
}

const NOTHING: Selection = { must: [], mustNot: [] };
