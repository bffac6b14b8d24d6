import { jsonOf } from '../../harness/body.js';
import { isJsonArray, type JsonValue, valueAt } from '../../harness/json.js';
import { alsoForHead } from '../also-for-head.js';
import { editJson, editResponse, isGranted, toRefusal, withHeader } from '../edit-answer.js';
import { bodyOf, valuesOf } from '../edit-request.js';
import type { Variant } from '../variant.js';
import { withoutValueAt } from '../json-edit.js';
import { on } from '../on.js';
import { excludingBounds } from './excluding-bounds.js';

/** A relation filter by an id that no record has is refused. */
const unknownIdRefused: Variant = {
  id: 'reading.unknown-filter-id-refused',
  aspect: 'reading.event-filters',
  statement: 'A list filtered by the id of a venue that is not there is refused.',
  create: (_, lens) =>
    alsoForHead(
      on(lens, { id: 'events.list' }, async ({ request, query, at }, next) => {
        for (const id of valuesOf(query, 'venue')) {
          const venue = await next({ method: 'GET', target: at(`/venues/${encodeURIComponent(id)}`), headers: [] });
          if (!isGranted(venue)) return toRefusal(400);
        }
        return next(request);
      }),
    ),
};

/** A slug that is taken is refused and not changed. */
const takenSlugRefused: Variant = {
  id: 'reading.taken-slug-refused',
  aspect: 'reading.addresses',
  statement: 'A create with a slug that another event has is refused.',
  create: (_, lens) =>
    on(lens, { id: 'events.create' }, async ({ request, at }, next) => {
      const slug = bodyOf(request)?.slug;
      if (typeof slug !== 'string') return next(request);
      const target = `${at(`/events/by-slug/${encodeURIComponent(slug)}`)}?${request.target.split('?')[1] ?? ''}`;
      const taken = isGranted(await next({ method: 'GET', target, headers: [] }));
      return taken ? toRefusal(409) : next(request);
    }),
};

/** The link named up stands in a Link header. */
const upInHeader: Variant = {
  id: 'reading.up-link-in-header',
  aspect: 'reading.addresses',
  statement: 'The link named up stands in a Link header, without a slash at its end.',
  create: (_, lens) =>
    alsoForHead(async (request, next) => {
      const outcome = await next(request);
      const root = lens.path(request) === '' ? linkUp(jsonOf(outcome)) : undefined;
      if (root === undefined) return outcome;
      return editResponse(
        editJson(outcome, (body) => withoutValueAt(body, ['_links'])),
        (response) => ({ ...response, headers: withHeader(response.headers, 'Link', `<${root}>; rel="up"`) }),
      );
    }),
};

/** Where an index in the shape of the reference server points up to, without the slash at its end. */
function linkUp(body: JsonValue | undefined): string | undefined {
  const links = valueAt(body, ['_links', 'up']);
  const href = isJsonArray(links) ? valueAt(links[0], ['href']) : undefined;
  return typeof href === 'string' ? href.replace(/\/$/, '') : undefined;
}

/** Other readings than the reference server's, each supported by the words of the interface. */
export const readings: readonly Variant[] = [excludingBounds, unknownIdRefused, takenSlugRefused, upInHeader];
