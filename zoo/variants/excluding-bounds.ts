import type { Outcome, WireRequest } from '../../harness/exchange.js';
import { addDays, dayOf } from '../../target/world/wall-clock.js';
import { alsoForHead } from '../also-for-head.js';
import { editJson, editResponse } from '../edit-answer.js';
import { withParameter } from '../edit-request.js';
import type { Variant } from '../variant.js';
import { mapTexts } from '../json-edit.js';
import { on } from '../on.js';

/** Before and after a day leave the day itself out. */
export const excludingBounds: Variant = {
  id: 'reading.bounds-exclude-the-day',
  aspect: 'reading.bounds',
  statement: 'Without strict dates, before and after a day leave out that day.',
  create: (_, lens) =>
    alsoForHead(
      on(lens, { id: 'events.list' }, async ({ request, query }, next) => {
        const moved = isStrict(query) ? request : moveBounds(request, query);
        return restoreLinks(await next(moved), query);
      }),
    ),
};

const isStrict = (query: URLSearchParams): boolean => /^(true|1|yes)$/i.test(query.get('strict_dates') ?? '');

const inward = { starts_after: 1, ends_after: 1, starts_before: -1, ends_before: -1 } as const;

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(dayOf(text)));

function moveBounds(request: WireRequest, query: URLSearchParams): WireRequest {
  return Object.entries(inward).reduce((edited, [name, days]) => {
    const bound = query.get(name) ?? '';
    return isDate(bound) ? withParameter(edited, name, addDays(dayOf(bound), days)) : edited;
  }, request);
}

/** The links of a page keep the bounds as they were sent. */
function restoreLinks(outcome: Outcome, query: URLSearchParams): Outcome {
  const restore = (text: string): string =>
    Object.keys(inward).reduce((link, name) => {
      const sent = `$1${name}=${encodeURIComponent(query.get(name) ?? '')}`;
      return link.replace(new RegExp(`([?&])${name}=[^&>"]*`, 'g'), sent);
    }, text);
  const restored = editJson(outcome, (body) =>
    mapTexts(body, (text, name) => (/url/.test(name) ? restore(text) : text)),
  );
  return editResponse(restored, (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => [name, /^link$/i.test(name) ? restore(value) : value]),
  }));
}
