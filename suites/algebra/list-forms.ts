import type { Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type ListStyle, toQueryPairs } from '../../generators/encode.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { witness } from '../../kernel/tally.js';
import type { Exchange } from '../../wire/exchange.js';
import { isClientError } from '../../wire/status.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { RETURNS } from '../expect/expect-selection.js';
import { select } from '../model/select.js';
import { isPlain } from '../queries/base-query.js';
import { type Parameter, toQuery } from '../queries/drawn-filters.js';
import { listRule } from '../queries/list-rule.js';
import { drawable } from '../queries/parameter-semantics.js';
import { joinsOf } from './union.js';

const STYLES = ['csv', 'brackets', 'repeated'] as const satisfies readonly ListStyle[];

const parameters = drawable('events', 'union');

/** A list of two values that is written in another form than usual, and whether it holds what it must. */
interface Written {
  readonly name: string;
  readonly style: ListStyle;
  readonly isSame: boolean;
  readonly exchange: Exchange;
}

/**
 * Whether a page holds what a query must select, and nothing that it must not; what is refused does not. What a full page
 * lacks may be on the next one.
 */
function isSelected({ calendar, world }: Subject, query: ListQuery, exchange: Exchange): boolean {
  if (isClientError(exchange)) return false;
  const { items } = calendar.lens.page('events', exchange);
  const keys = items.flatMap(({ id }) => world.refOf('events', id)?.key ?? []);
  const { must, mustNot } = select(world, 'events', query, { among: isPlain(world) });
  // What does not fit on a full page is on the next one.
  const isFull = items.length >= calendar.profile.pageSizes.events;
  return (isFull || must.every(({ key }) => keys.includes(key))) && !mustNot.some(({ key }) => keys.includes(key));
}

/** Asks in all forms but the one in which the target is asked everywhere. */
async function askInForms(subject: Subject, { name, value }: Parameter): Promise<readonly Written[]> {
  const { calendar, world } = subject;
  const base = toQuery(world, 'events', []);
  const { idOf, profile } = calendar;
  const others: ListQuery = { ...base, per_page: profile.pageSizes.events };
  return Promise.all(
    STYLES.filter((style) => style !== profile.listStyle).map(async (style) => {
      const query = [
        ...toQueryPairs(others, { id: idOf, flags: profile.flagStyle }),
        ...toQueryPairs({ [name]: value }, { id: idOf, list: style }),
      ];
      const exchange = await calendar.send({ method: 'GET', path: '/events', query });
      return { name, style, isSame: isSelected(subject, { ...base, [name]: value }, exchange), exchange };
    }),
  );
}

/** The forms that the target was seen to take for some parameter. */
const formsTaken = (written: readonly Written[]): readonly ListStyle[] =>
  STYLES.filter((style) => written.some((one) => one.style === style && one.isSame));

const joinsIn = (world: World) =>
  allOrFewer(
    parameters.map((name) => joinsOf(world, name)),
    2,
  );

/**
 * How lists are written is not stated: a notation that no parameter accepts is none that the target has. But one that some
 * accept, and that silently drops values of another, is a trap.
 */
export const takesFormsAlike = listRule({
  collection: 'events',
  parameters,
  rule: 'algebra.list-forms',
  level: 'SHOULD',
  statement: 'A notation for lists of ids (commas, brackets, a repeated name) works for every relation or for none.',
  cost: 2 * parameters.length,
  witnesses: [RETURNS],
  given: joinsIn,
  async check(subject, joined) {
    const written = (await Promise.all(joined.map((one) => askInForms(subject, one)))).flat();
    const taken = formsTaken(written);
    if (taken.length === 0) throw new DoesNotApply('the target accepts lists in only one notation');
    witness(RETURNS);
    for (const { name, style, isSame, exchange } of written.filter((one) => taken.includes(one.style))) {
      expectThat(isSame, {
        kind: 'selection',
        expected: `${name} to accept the ${style} notation of lists, as other relations do`,
        observed: 'Response lists other events than usual, or is a refusal',
        exchange,
      });
    }
  },
});
