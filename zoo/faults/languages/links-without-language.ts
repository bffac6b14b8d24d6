import type { Interceptor } from '../../../wire/exchange.js';
import { statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { withoutSegmentIn } from '../../intercept/request-edit.js';
import { editJson, editResponse, mapTexts, withHeader } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** Rewrites the links of lists, in bodies and in Link headers alike. */
const relinking = (view: WireView, rewrite: (link: string) => string): Interceptor =>
  interceptOperation(view, { kind: 'list' }, async ({ request }, next) =>
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
  statement: 'Page links keep the filters and lose the language parameter.',
  create: (_, view) =>
    relinking(view, (links) => links.replace(new RegExp(`([?&])${view.languageParameter}=\\w+(&?)`, 'g'), '$1')),
};

/** Links are made from the address that the site is configured with. */
const segmentLost: Fault = {
  id: 'language.page-links-without-segment',
  clause: 'coherence.pages',
  neighbours: ['language.segment'],
  statement: 'Page links lose the path segment of the language.',
  create: (_, view) => relinking(view, (links) => links.replace(/https?:[^<>\s]+/g, withoutSegmentIn)),
};

/** Where a record of a language is addressed by what names it in that language alone. */
const locationLost: Fault = {
  id: 'venues.create.location-without-language',
  clause: 'http.location',
  statement: 'The Location of a venue is its address by slug, without its language.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.create' }, async ({ request, at }, next) => {
      const outcome = await next(request);
      const record = view.record('venues', outcome);
      const slug = record && view.text('venues', record, 'slug');
      if (statusOf(outcome) !== 201 || !slug) return outcome;
      const location = withoutSegmentIn(at(`/venues/by-slug/${encodeURIComponent(slug)}`));
      return editResponse(outcome, (response) => ({
        ...response,
        headers: withHeader(response.headers, 'Location', location),
      }));
    }),
};

/** Links that point from one language to another. */
export const languageLinks: readonly Fault[] = [parameterLost, segmentLost, locationLost];
