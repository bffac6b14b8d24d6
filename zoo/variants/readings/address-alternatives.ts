import type { Interceptor, Outcome, Send } from '../../../wire/exchange.js';
import { isJsonArray, type JsonValue, valueAt } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { alsoForHead, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { relinked } from '../../intercept/list-response.js';
import { everyItem } from '../../intercept/list-walk.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { recordBefore, seenBy } from '../../intercept/record-lookup.js';
import { representing } from '../../intercept/record-rewrite.js';
import { bodyOf, editBody, withoutSegmentIn, withParameter } from '../../intercept/request-edit.js';
import {
  editJson,
  editResponse,
  toRefusal,
  withHeader,
  withoutValueAt,
  withValueAt,
} from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { showingFields } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';

const writes = [{ kind: 'create' }, { kind: 'update' }] as const;

/** The query of a request, with its question mark. */
const queryOf = ({ request }: OperationCall): string => /\?.*$/.exec(request.target)?.[0] ?? '';

/** Whether another record than the one that a request is about has a slug. */
async function isTaken(view: WireView, call: OperationCall, next: Send, slug: string): Promise<boolean> {
  const { collection, at, operation } = call;
  const own = operation.kind === 'update' ? await recordBefore({ view, call, next }) : undefined;
  const ownId = own && view.id(collection, own);
  const named = encodeURIComponent(slug);
  if (collection !== 'events') {
    const target = withParameter(call.request, 'slug', slug).target.replace(/^[^?]*/, at(`/${collection}`));
    const found = await everyItem(
      { view, call, next },
      { method: 'GET', target: `${target}&hide_empty=false`, headers: [] },
    );
    return found.some((term) => view.id(collection, term) !== ownId);
  }
  const target = `${at(`/events/by-slug/${named}`)}${queryOf(call)}`;
  const outcome = await seenBy({ view, call, next }, target);
  const found = isGranted(outcome) && view.record('events', outcome);
  return found ? view.id('events', found) !== ownId : statusOf(outcome) !== 404;
}

/** A slug that is taken is refused and not changed. */
const takenSlugRefused: Variant = {
  id: 'reading.taken-slug-refused',
  aspect: 'reading.addresses',
  statement: 'A slug that another record has is refused.',
  readings: { 'slug.taken': 'refused' },
  create: (_, view) =>
    interceptOperations(view, writes, async (call, next) => {
      const slug = bodyOf(call.request)?.slug;
      if (typeof slug !== 'string' || slug === '') return next(call.request);
      return (await isTaken(view, call, next, slug)) ? toRefusal(409) : next(call.request);
    }),
};

/** Where an index in the shape of the reference server points up to. */
function linkUp(outcome: Outcome): string | undefined {
  const links = valueAt(jsonOf(outcome), ['_links', 'up']);
  const href = isJsonArray(links) ? valueAt(links[0], ['href']) : undefined;
  return typeof href === 'string' ? href : undefined;
}

/** Lets the index state the REST root in another way. */
const pointingUp =
  (view: WireView, point: (outcome: Outcome, root: string) => Outcome): Interceptor =>
  async (request, next) => {
    const outcome = await next(request);
    const root = view.path(request) === '' ? linkUp(outcome) : undefined;
    if (root === undefined) return outcome;
    const bare = editJson(outcome, (body) => withoutValueAt(body, ['_links']));
    return point(bare, root);
  };

/** The link named up stands in a Link header. */
const upInHeader: Variant = {
  id: 'reading.up-link-in-header',
  aspect: 'reading.addresses',
  statement: 'The link `up` is in a Link header, without a trailing slash.',
  readings: { 'up-link.form': 'header', 'up-link.slash': 'without' },
  create: (_, view) =>
    alsoForHead(
      pointingUp(view, (outcome, root) =>
        editResponse(outcome, (response) => {
          const link = `<${root.replace(/\/$/, '')}>; rel="up"`;
          return { ...response, headers: withHeader(response.headers, 'Link', link) };
        }),
      ),
    ),
};

/** The link `up` is a member of `links`, and points out of a language. */
const upAmongLinks = (view: WireView): Interceptor =>
  pointingUp(view, (outcome, root) => {
    const { pathname, origin } = new URL(root);
    const plain = `${origin}${withoutSegmentIn(pathname)}`;
    return editJson(outcome, (body) => withValueAt(body, ['links'], { up: plain }));
  });

const withoutSlug = (view: WireView): Interceptor =>
  interceptOperation(view, { kind: 'update', collection: 'events', addressing: 'slug' }, ({ request }, next) =>
    bodyOf(request)?.slug === undefined ? next(request) : Promise.resolve(toRefusal(400)),
  );

const encode = (slug: string): string => encodeURIComponent(slug).replace(/%../g, (octet) => octet.toLowerCase());

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Shows slugs percent-encoded, and takes them as it shows them. */
const encodingSlugs = (view: WireView, seed: number): Interceptor =>
  inTurn(
    representing((_, collection, record) => {
      const slug = view.text(collection, record, 'slug');
      return isAscii(slug) ? record : view.withField(collection, record, 'slug', encode(slug));
    })(seed, view),
    interceptOperation(view, { addressing: 'slug' }, (call, next) => {
      const { request, address, at, collection } = call;
      const target = `${at(`/${collection}/by-slug/${encodeURIComponent(decode(address))}`)}${queryOf(call)}`;
      return next(decode(address) === address ? request : { ...request, target });
    }),
    interceptOperation(view, { kind: 'list' }, async (call, next) => {
      const slug = call.query.get('slug');
      if (slug === null || decode(slug) === slug) return next(call.request);
      return relinked(await next(withParameter(call.request, 'slug', decode(slug))), call);
    }),
  );

const clean = (value: JsonValue): JsonValue =>
  typeof value === 'string'
    ? value
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
    : value;

/** The other readings of slugs and of the link up. */
export const addressReadings: readonly Variant[] = [
  takenSlugRefused,
  upInHeader,
  {
    id: 'reading.slugs-encoded',
    aspect: 'reading.addresses',
    statement:
      'Slugs are shown percent-encoded, an update by slug accepts no other slug, and the link `up` is a member of `links` and points to the root of all languages.',
    readings: {
      'slug.shown': 'percent-encoded',
      'slug.body-on-by-slug': 'refused',
      'up-link.form': 'links',
      'up-link.root': 'plain',
    },
    create: (seed, view) => alsoForHead(inTurn(upAmongLinks(view), withoutSlug(view), encodingSlugs(view, seed))),
  },
  {
    id: 'reading.slugs-cleaned',
    aspect: 'reading.addresses',
    statement: 'A sent slug is reduced to lower-case letters, digits and hyphens.',
    readings: { 'slug.sent': 'cleaned' },
    // Of the terms that are made for a run, some get slugs with other characters.
    learns: showingFields((field, { collection, name }) =>
      name === 'slug' && (collection === 'categories' || collection === 'tags') ? { ...field, text: 'slug' } : field,
    ),
    create: (_, view) =>
      interceptOperations(view, writes, ({ request }, next) =>
        next(editBody(request, (body) => (body.slug === undefined ? body : { ...body, slug: clean(body.slug) }))),
      ),
  },
];
