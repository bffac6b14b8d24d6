import type { World } from '../../../adapter/world/world.js';
import type { ParameterOf } from '../../../contract/queries.js';
import type { Collection } from '../../../contract/resources.js';
import type { ListQuery, Ref } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { select } from '../../model/select.js';
import { isPublic } from '../../queries/base-query.js';
import { leaveOut } from '../../queries/discriminating.js';
import { type Parameter, toQuery } from '../../queries/drawn-filters.js';
import type { PagedQuery } from '../../queries/paged-query.js';
import { drawable, filtering, semanticsOf } from '../../queries/parameter-semantics.js';
import { filtersBy, holdTogether } from '../../queries/several-filters.js';
import { wordFor } from './list-order.js';

/** Three pages, so that there is one with links either way. */
const PAGES = 3;

/** The known records that a query must select. */
const foundBy = (world: World, collection: Collection, query: ListQuery): readonly Ref[] =>
  select(world, collection, query, { among: isPublic(world) }).must;

const selected = (world: World, collection: Collection, query: ListQuery): readonly string[] =>
  foundBy(world, collection, query).map(({ key }) => key);

const kindOf = (collection: Collection, name: ParameterOf) => semanticsOf(collection, name).kind;

/** Beside `include` no dates count. */
const isLifting = (collection: Collection, name: string): boolean => collection === 'events' && name === 'include';

function queryBy(world: World, collection: Collection, parameters: readonly Parameter[]): ListQuery {
  const [first] = parameters;
  const isAlone = first !== undefined && isLifting(collection, first.name);
  return isAlone ? { [first.name]: first.value } : toQuery(world, collection, parameters);
}

const fillsPages = (world: World, collection: Collection, parameters: readonly Parameter[]): boolean =>
  selected(world, collection, queryBy(world, collection, parameters)).length >= PAGES;

/** Values with an effect, where no filter is drawn. */
const effectiveOn = (world: World): Readonly<Record<string, string | boolean>> => ({
  strict_dates: true,
  hide_empty: false,
  order: wordFor(world, 'descending'),
  orderby: 'id',
});

/** As many records as there are pages, of those that other parameters select. */
const someOf = (world: World, collection: Collection, others: readonly Parameter[]): readonly Ref[] =>
  foundBy(world, collection, queryBy(world, collection, others)).slice(0, PAGES);

/** The values of a parameter beside others, first those that leave out least. */
function offered(
  world: World,
  collection: Collection,
  name: ParameterOf,
  others: readonly Parameter[] = [],
): readonly Parameter[] {
  const value = effectiveOn(world)[name];
  if (value !== undefined) return [{ name, value }];
  if (kindOf(collection, name) === 'identity') return [{ name, value: someOf(world, collection, others) }];
  return filtersBy(world, collection, name).toSorted((one, other) => other.extent.size - one.extent.size);
}

/** All parameters that a list may be sent by; beside them `include` of events. */
const namesOf = (collection: Collection): readonly ParameterOf[] =>
  drawable(collection, ...filtering, 'precision', 'order');

function inPages(world: World, collection: Collection, parameters: readonly Parameter[]): PagedQuery {
  const query = queryBy(world, collection, parameters);
  return { ...query, per_page: Math.floor(selected(world, collection, query).length / PAGES) };
}

/** As many of some parameters as leave something for three pages. */
function packOf(world: World, collection: Collection, names: readonly ParameterOf[]): readonly Parameter[] {
  return names.reduce<readonly Parameter[]>((pack, name) => {
    const together = [...pack.map((one) => one.name), name];
    const isAlone = together.length > 1 && together.some((one) => isLifting(collection, one));
    if (isAlone || !holdTogether(world, together)) return pack;
    const found = offered(world, collection, name, pack).find((one) => fillsPages(world, collection, [...pack, one]));
    return found ? [...pack, found] : pack;
  }, []);
}

/**
 * Lists of three pages, as few as may be, by which every parameter is sent that the test data allows. They depend on the
 * test data alone: any seed sends the same parameters. @throws WorldLacks where there are none
 */
export function filterPacks(world: World, collection: Collection): readonly PagedQuery[] {
  const packs: PagedQuery[] = [];
  let names = namesOf(collection);
  for (;;) {
    const pack = packOf(world, collection, names);
    if (pack.length === 0) break;
    packs.push(inPages(world, collection, pack));
    names = names.filter((name) => pack.every((one) => one.name !== name));
  }
  if (packs.length === 0) throw new WorldLacks(`the test data fills no three pages of filtered ${collection}`);
  return packs;
}

/** Bounds by times, beside which it shows whether they count to the second. */
const besidePrecision = (world: World, name: ParameterOf): readonly Parameter[] =>
  name === 'strict_dates' ? filtersBy(world, 'events', 'starts_after') : [];

/** A list of three pages that is another without one of its parameters, or in another order; undefined where the test data has none. */
export function listBy(world: World, collection: Collection, name: ParameterOf): PagedQuery | undefined {
  if (name === 'per_page') return filterPacks(world, collection)[0];
  const values = offered(world, collection, name);
  const beside = besidePrecision(world, name);
  const all = values.flatMap((value) => (beside.length > 0 ? beside.map((other) => [value, other]) : [[value]]));
  const isEffective = (parameters: readonly Parameter[]): boolean => {
    const query = queryBy(world, collection, parameters);
    const others = selected(world, collection, leaveOut(name)(query));
    return kindOf(collection, name) === 'order' || others.join() !== selected(world, collection, query).join();
  };
  const found = all.find((one) => fillsPages(world, collection, one) && isEffective(one));
  return found && inPages(world, collection, found);
}
