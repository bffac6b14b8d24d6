import { type ListStyle, toQueryPairs } from '../../generators/encode.js';
import { ref } from '../../generators/wire.js';
import type { Calendar } from '../calendar.js';
import { isRefused } from '../refused.js';
import type { Bindings } from '../world/bindings.js';

const STYLES = ['csv', 'brackets', 'repeated'] as const satisfies readonly ListStyle[];
const TWO = [ref('categories', 'c1'), ref('categories', 'c3')];

/**
 * Learns how the target takes lists of ids: the first style that it does not refuse. The interface states a CSV list
 * for one parameter, and nothing for the others (gap.query.arrays).
 */
export async function learnListStyle(calendar: Calendar, bindings: Bindings): Promise<ListStyle> {
  if (!TWO.every((category) => bindings.has(category))) return STYLES[0];
  for (const list of STYLES) {
    const query = toQueryPairs({ categories: TWO, per_page: 1 }, { id: calendar.idOf, list });
    if (!isRefused(await calendar.send({ method: 'GET', path: '/events', query }))) return list;
  }
  return STYLES[0];
}
