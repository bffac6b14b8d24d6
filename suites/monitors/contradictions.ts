import { addDays, dayOf } from '../../adapter/notation/day-times.js';
import { readTime } from '../../adapter/notation/shown-time.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import { idsIn, isEmpty } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { JsonValue } from '../../wire/json.js';
import { isShownBy } from '../expect/shown-in.js';
import { timeFields } from '../queries/parameter-semantics.js';
import type { Asked } from './evidence/asked-query.js';
import type { Watching } from './evidence/steps.js';

/** A record in a list, and one of the parameters that the list was asked with. */
export interface Listed {
  readonly watching: Watching;
  readonly shown: Shown;
  readonly asked: Asked;
  /** Everything it was asked with. */
  readonly all: readonly Asked[];
}

/** A field of a record in a list; undefined where this list does not show it. */
function shownIn({ watching, shown }: Listed, field: string): JsonValue | undefined {
  return isShownBy(watching, shown, field) ? watching.lens.field(shown, field) : undefined;
}

/**
 * What a record in a list shows that no reading of a parameter admits, in words; undefined where it shows no such thing,
 * or may be there for another reason.
 */
export function contradictionOf(listed: Listed): string | undefined {
  const { asked, all } = listed;
  const { kind } = asked.semantics;
  if (kind === 'identity') return notIncluded(listed);
  // Whether other filters hold beside include is open.
  if (all.some(({ semantics }) => semantics.kind === 'identity')) return undefined;
  if (kind === 'exclusion') return asked.values.includes(listed.shown.id) ? 'its id' : undefined;
  if (kind === 'union') return unrelated(listed);
  if (kind === 'bound') return outOfBound(listed);
  if (asked.name === 'featured')
    return asked.values[0] !== 'false' && asked.values[0] !== '0' ? notFlagged(listed) : undefined;
  if (asked.name === 'status') return ofOtherStatus(listed);
  if (asked.name === 'slug') return ofOtherSlug(listed);
  return asked.name === 'parent' ? atTop(listed) : undefined;
}

/** Filters that cannot put a record beside the included ones. */
const harmless: readonly string[] = ['paging', 'order', 'bound', 'day', 'precision', 'identity'];

function notIncluded({ shown, asked, all }: Listed): string | undefined {
  const isAlone = all.every(({ name, semantics }) => harmless.includes(semantics.kind) || name === 'hide_empty');
  return isAlone && !asked.values.includes(shown.id) ? `id ${shown.id}` : undefined;
}

function unrelated(listed: Listed): string | undefined {
  const { watching, asked } = listed;
  const { name, values } = asked;
  if (name === 'categories' && alternativesFor(watching.profile, 'list.category-filter').includes('with-children'))
    return undefined;
  const related = idsIn(shownIn(listed, name));
  // A record that shows none may hide them.
  if (related.length === 0 || !related.every((id) => /^\d+$/.test(id))) return undefined;
  return related.some((id) => values.includes(id)) ? undefined : `${name} ${related.join(', ')}`;
}

/** So many days lie between any two clocks, and between a day that counts and one that does not. */
const LEEWAY = 2;

function outOfBound(listed: Listed): string | undefined {
  const { semantics, values } = listed.asked;
  if (semantics.kind !== 'bound') return undefined;
  const field = timeFields[semantics.verb];
  const day = dayOf(readTime(shownIn(listed, field))?.wall ?? '');
  const bound = dayOf(values[0] ?? '');
  if (day === '') return undefined;
  const isOut = semantics.side === 'after' ? day < addDays(bound, -LEEWAY) : day > addDays(bound, LEEWAY);
  return isOut ? `${field} ${day}` : undefined;
}

/** What is shown without a description may be redacted, and its flags with it. */
const notFlagged = (listed: Listed): string | undefined =>
  shownIn(listed, 'featured') === false && !isEmpty(shownIn(listed, 'description')) ? 'featured false' : undefined;

/** Others may count as one another: what is scheduled is published some day. */
const plainStatuses = ['publish', 'draft'];

function ofOtherStatus(listed: Listed): string | undefined {
  const [wanted = ''] = listed.asked.values;
  const status = shownIn(listed, 'status');
  const isPlain = plainStatuses.includes(wanted) && typeof status === 'string' && plainStatuses.includes(status);
  return isPlain && status !== wanted ? `status ${status}` : undefined;
}

function ofOtherSlug(listed: Listed): string | undefined {
  const [wanted = ''] = listed.asked.values;
  const slug = shownIn(listed, 'slug');
  return typeof slug === 'string' && /^[a-z0-9-]+$/.test(slug) && slug !== wanted ? `slug ${slug}` : undefined;
}

/** Whether descendants count as children is open; a category at the top is neither. */
function atTop(listed: Listed): string | undefined {
  const { watching, shown } = listed;
  const isShown = isShownBy(watching, shown, 'parent') && 'parent' in shown.json;
  return isShown && isEmpty(shownIn(listed, 'parent')) ? 'no parent' : undefined;
}
