import type { Outcome, WireRequest } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead, interceptOperation } from '../../intercept/intercept-operation.js';
import { editQuery } from '../../intercept/request-edit.js';
import { editJson, editResponse, mapTexts } from '../../intercept/response-edit.js';
import type { Variant } from '../../variant.js';

type Rewrite = (link: string) => string;

/** Rewrites the links between pages, in the body and in the header. */
function relinked(outcome: Outcome, rewrite: Rewrite): Outcome {
  if (!isGranted(outcome)) return outcome;
  const edited = editJson(outcome, (body) =>
    mapTexts(body, (text, name) => (/^(next|previous)_/.test(name) ? rewrite(text) : text)),
  );
  return editResponse(edited, (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => [
      name,
      /^link$/i.test(name) ? value.replace(/(?<=<)[^>]*(?=>)/g, rewrite) : value,
    ]),
  }));
}

const writing =
  (rewrite: Rewrite, reading: (request: WireRequest) => WireRequest = (request) => request): Variant['create'] =>
  (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async ({ request }, next) =>
        relinked(await next(reading(request)), rewrite),
      ),
    );

const partsOf = (link: string): readonly [string, string] => {
  const [address = '', query = ''] = link.split('?', 2);
  return [address, query];
};

/** The other way round, with lists in brackets and blanks as `%20`. */
function reordered(link: string): string {
  const [address, query] = partsOf(link);
  const pairs = [...new URLSearchParams(query)].toReversed().flatMap(([name, value]) => {
    const values = /^\d+(,\d+)+$/.test(value) ? value.split(',') : [value];
    return values.map((one) => [values.length > 1 ? `${name}[]` : name, one].map(encodeURIComponent).join('='));
  });
  return `${address}?${pairs.join('&')}`;
}

const relative: Rewrite = (link) => link.replace(/^https?:\/\/[^/]*/, '');

const CURSOR = 'cursor';

const sealed: Rewrite = (link) => {
  const [address, query] = partsOf(link);
  return `${address}?${CURSOR}=${Buffer.from(query).toString('base64url')}`;
};

/** A request by a cursor is the one that was sealed in it. */
const opened = (request: WireRequest): WireRequest =>
  editQuery(request, (query) => {
    const cursor = query.get(CURSOR);
    if (cursor === null) return;
    query.delete(CURSOR);
    for (const [name, value] of new URLSearchParams(Buffer.from(cursor, 'base64url').toString()))
      query.append(name, value);
  });

/** How the links between pages are written, which is nowhere stated. */
export const linkNotations: readonly Variant[] = [
  {
    id: 'list.links-reordered',
    aspect: 'links',
    statement: 'The page links of lists have their parameters in reverse order, and lists of ids in brackets.',
    create: writing(reordered),
  },
  {
    id: 'list.links-relative',
    aspect: 'links',
    statement: 'The page links of lists are paths without an origin.',
    create: writing(relative),
  },
  {
    id: 'list.links-by-cursor',
    aspect: 'links',
    statement: 'The page links of lists have one parameter, a cursor that only the service can read.',
    create: writing(sealed, opened),
  },
];
