import type { Call } from './call.js';
import { type Kind, nameFields, relationTo } from './kinds.js';
import { booleanIn, idsIn, textIn, wordIn } from './query.js';
import { idsOf, type Row, textOf } from './row.js';
import { isFound } from './search.js';
import { knownIdsIn, namedIn, select, type Test } from './selection.js';
import { eventsOf, idsBelow, live, type Site } from './site.js';
import { toSlug } from './slugs.js';
import { valuesIn } from './translations.js';

/** The categories or tags that a query selects. */
export function listTerms(call: Call, kind: Kind): readonly Row[] {
  const { query } = call;
  const search = textIn(query, 'search');
  const slug = textIn(query, 'slug');
  const parent = kind === 'categories' ? namedIn(call, 'parent', kind) : undefined;
  const below = parent && idsBelow(call.site, parent.id);
  const selected = select(live(call.site, kind), [
    ...choice(call, kind),
    search === undefined ? undefined : (row) => isFound(row, search, call.language),
    slug === undefined ? undefined : (row) => row.slug === toSlug(slug),
    below && (({ id }) => below.includes(id)),
  ]);
  return sorted(call, selected);
}

/** `include` wins over `exclude`, `event` over `post`; what either names is shown though no event has it. */
function choice(call: Call, kind: Kind): readonly (Test | undefined)[] {
  const { site, query } = call;
  const included = knownIdsIn(call, 'include', kind);
  const excluded = idsIn(query, 'exclude') ?? [];
  const post = namedIn(call, 'post', 'events');
  const event = namedIn(call, 'event', 'events') ?? post;
  const assigned = event && idsOf(event.fields, relationTo(kind) ?? '');
  const isEmptyHidden = (booleanIn(query, 'hide_empty') ?? true) && !included && !assigned;
  return [
    included ? ({ id }) => included.includes(id) : ({ id }) => !excluded.includes(id),
    assigned && (({ id }) => assigned.includes(id)),
    isEmptyHidden ? (row) => eventsOf(site, row).length > 0 : undefined,
  ];
}

type Key = (row: Row, call: Call) => string | number;

const keys: Readonly<Record<string, Key>> = {
  id: ({ id }) => Number(id),
  name: (row, { language }) => textOf(valuesIn(row, language), nameFields[row.kind]).toLowerCase(),
  slug: ({ slug }) => slug,
  count: (row, { site }: { site: Site }) => eventsOf(site, row).length,
  description: (row, { language }) => textOf(valuesIn(row, language), 'description'),
};

/** In the order asked for; those alike in the order in which they were made. */
function sorted(call: Call, rows: readonly Row[]): readonly Row[] {
  const key = keys[wordIn(call.query, 'orderby', Object.keys(keys)) ?? 'id'] ?? (() => 0);
  const isDown = wordIn(call.query, 'order', ['ascending', 'descending']) === 'descending';
  const compare = (left: Row, right: Row): number => {
    const [one, other] = [key(left, call), key(right, call)];
    return one === other ? 0 : one < other === isDown ? 1 : -1;
  };
  return rows.toSorted(compare);
}
