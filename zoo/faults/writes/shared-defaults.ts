import { collections, resourceOf } from '../../../contract/resources.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { notingCreates } from '../../intercept/noting-creates.js';
import { representing } from '../../intercept/record-rewrite.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';

/** One default value is made when the program starts, and changed in place. */
const sharedDefaults: Fault = {
  id: 'records.update.defaults-shared',
  clause: 'coherence.other-records',
  neighbours: ['coherence.kept-write'],
  statement: 'What an update puts into an unset field shows in all records of the kind where it is unset.',
  create(seed, view) {
    const unset = new Map<string, Set<string>>();
    const shared = new Map<string, JsonValue>();
    const creating = notingCreates(view, collections, ({ collection, id, sent }) => {
      const names = Object.keys(resourceOf(collection).fields).filter((name) => !(name in sent) && name !== 'slug');
      unset.set(`${collection}/${id}`, new Set(names));
    });
    const updating = interceptOperations(
      view,
      inEach(collections, { kind: 'update', addressing: 'id' }),
      async ({ request, collection, address }, next) => {
        const outcome = await next(request);
        const record = isGranted(outcome) ? view.record(collection, outcome) : undefined;
        const names = unset.get(`${collection}/${address}`);
        for (const name of Object.keys(bodyOf(request) ?? {}).filter((one) => names?.has(one)))
          shared.set(`${collection}/${name}`, (record && view.field(collection, record, name)) ?? null);
        return outcome;
      },
    );
    const showing = representing((_, collection, record) =>
      [...(unset.get(`${collection}/${view.id(collection, record)}`) ?? [])].reduce((shown, name) => {
        const value = shared.get(`${collection}/${name}`);
        return value === undefined ? shown : view.withField(collection, shown, name, value);
      }, record),
    );
    return inTurn(showing(seed, view), creating, updating);
  },
};

/** What says what a record is, and when: no form leaves it out, or each record has its own. */
const ownFields: readonly string[] = [
  'title',
  'venue',
  'organizer',
  'name',
  'slug',
  'status',
  'parent',
  'date',
  'date_utc',
];

/** A form is filled in anew without being emptied before. */
const leftFilledIn: Fault = {
  id: 'records.create.filled-in-as-before',
  clause: 'coherence.other-records',
  statement: 'Fields that a create leaves out get the values of the last create of the kind.',
  create: (_, view) => {
    const last = new Map<string, JsonObject>();
    return interceptOperations(view, inEach(collections, { kind: 'create' }), ({ request, collection }, next) => {
      const filled = editBody(request, (body) => ({ ...last.get(collection), ...body }));
      const kept = Object.entries(bodyOf(filled) ?? {}).filter(([name]) => !ownFields.includes(name));
      last.set(collection, Object.fromEntries(kept));
      return next(filled);
    });
  },
};

/** A variable that is set where there is a value, and not emptied where there is none. */
const websiteLeft: Fault = {
  id: 'posts.create.website-as-before',
  clause: 'coherence.other-records',
  statement: 'An event, a venue or an organizer that is created without a website gets the last one of its kind.',
  create: (_, view) => {
    const last = new Map<string, JsonValue>();
    const posts = ['events', 'venues', 'organizers'] as const;
    return interceptOperations(view, inEach(posts, { kind: 'create' }), ({ request, collection }, next) => {
      const { website = last.get(collection) } = bodyOf(request) ?? {};
      if (typeof website !== 'string') return next(request);
      last.set(collection, website);
      return next(editBody(request, (body) => ({ ...body, website })));
    });
  },
};

/** Values that records have in common without meaning to. */
export const sharedValues: readonly Fault[] = [sharedDefaults, leftFilledIn, websiteLeft];
