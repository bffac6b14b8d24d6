import type { Interceptor } from '../../harness/exchange.js';
import { editJson, editResponse, statusOf, withHeader } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { mapTexts } from '../json-edit.js';
import { withoutSegmentIn } from '../language-edit.js';
import { interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';

/** Rewrites the links of lists, in bodies and in Link headers alike. */
const relinking = (lens: WireView, rewrite: (link: string) => string): Interceptor =>
  interceptOperation(lens, { kind: 'list' }, async ({ request }, next) =>
    editResponse(
      editJson(await next(request), (body) =>
        mapTexts(body, (text) => (/^https?:/.test(text) && text.includes('page=') ? rewrite(text) : text)),
      ),
      (response) => ({
        ...response,
        headers: response.headers.map(
          ([name, value]) => [name, /^link$/i.test(name) ? rewrite(value) : value] as const,
        ),
      }),
    ),
  );

/** The language is no filter, and so it is forgotten where filters are kept. */
const parameterLost: Fault = {
  id: 'language.page-links-without-parameter',
  clause: 'coherence.pages',
  neighbours: ['language.parameter'],
  statement: 'Links from page to page keep the filters and leave out the language.',
  create: (_, lens) =>
    relinking(lens, (links) => links.replace(new RegExp(`([?&])${lens.languageParameter}=\\w+(&?)`, 'g'), '$1')),
};

/** Links are made from the address that the site is configured with. */
const segmentLost: Fault = {
  id: 'language.page-links-without-segment',
  clause: 'coherence.pages',
  neighbours: ['language.segment'],
  statement: 'Links from page to page leave out the path segment of the language.',
  create: (_, lens) => relinking(lens, (links) => links.replace(/https?:[^<>\s]+/g, withoutSegmentIn)),
};

/** Where a record of a language is addressed by what names it in that language alone. */
const locationLost: Fault = {
  id: 'venues.create.location-without-language',
  clause: 'http.location',
  statement: 'The Location of a venue is its slug, without the language in which it has that slug.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.create' }, async ({ request, at }, next) => {
      const outcome = await next(request);
      const record = lens.record('venues', outcome);
      const slug = record && lens.text('venues', record, 'slug');
      if (statusOf(outcome) !== 201 || !slug) return outcome;
      const location = withoutSegmentIn(at(`/venues/by-slug/${encodeURIComponent(slug)}`));
      return editResponse(outcome, (response) => ({
        ...response,
        headers: withHeader(response.headers, 'Location', location),
      }));
    }),
};

/** Links that lead from one language into another. */
export const languageLinks: readonly Fault[] = [parameterLost, segmentLost, locationLost];
