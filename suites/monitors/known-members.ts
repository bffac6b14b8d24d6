import { askedWith } from '../../adapter/calendar/locate.js';
import type { World } from '../../adapter/world/world.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Selection } from '../model/select.js';
import type { Asked } from './asked-query.js';
import { selectAsked } from './asked-selection.js';
import type { ListStep } from './steps.js';

/** Whether a page is the whole of its list. */
const isWhole = ({ page: { items, total }, query }: ListStep): boolean =>
  total !== undefined && items.length >= total && (query.get('page') ?? '1') === '1';

/** What a list lacks of the records of the world, or holds though it must not; undefined where none is known to be either. */
export function judgeMembers(
  world: World,
  step: ListStep,
  asked: readonly Asked[],
): readonly DeviationDetails[] | undefined {
  const { collection, exchange, page } = step;
  const { must, mustNot } = selectAsked(world, collection, asked) ?? NOTHING;
  if (must.length + mustNot.length === 0) return undefined;
  const present = new Set(page.items.map(({ id }) => world.refOf(collection, id)?.key));
  const missing = isWhole(step) ? must.filter(({ key }) => !present.has(key)) : [];
  const extra = mustNot.filter(({ key }) => present.has(key));
  const [side, wrong] = extra.length > 0 ? (['extra', extra] as const) : (['missing', missing] as const);
  if (wrong.length === 0) return [];
  const ids = wrong.map((ref) => world.record(ref).id);
  const names = asked.map(({ name }) => name);
  return [
    {
      kind: 'selection',
      expected: `a list of ${collection} ${side === 'extra' ? 'without' : 'with'} ${ids.join(', ')}`,
      observed: `a list of ${page.items.length} records ${side === 'extra' ? 'with' : 'without'} them`,
      exchange,
      sign: { records: ids, listed: side === 'extra' },
      about: { ...askedWith(collection, names), side },
    },
  ];
}

const NOTHING: Selection = { must: [], mustNot: [] };
