import type { OperationId } from '../../../contract/operations.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { notingCreates } from '../../intercept/noting-creates.js';
import { representing } from '../../intercept/record-rewrite.js';

const sluggedPosts = ['events', 'venues', 'organizers'] as const;

/** As much as the column holds. */
const cut = (slug: string): string => slug.slice(0, 50);

/** The suffix that makes a slug unique is at its end, which is cut off. */
const cutWhenUnique: Fault = {
  id: 'records.create.slug-cut-when-unique',
  clause: 'address.slug',
  neighbours: ['event.field.slug'],
  statement: 'A slug is made unique, then cut to fifty characters, and returns the first record that has it.',
  create(seed, view) {
    const holders = new Map<string, string>();
    const creating = notingCreates(view, sluggedPosts, ({ collection, id, record }) => {
      const slug = view.text(collection, record, 'slug');
      const key = `${collection}/${cut(slug)}`;
      if (cut(slug) !== slug && !holders.has(key)) holders.set(key, id);
    });
    const finding = interceptOperations(
      view,
      inEach(sluggedPosts, { addressing: 'slug' }),
      ({ request, collection, address, at }, next) => {
        const id = holders.get(`${collection}/${address}`);
        return next(id === undefined ? request : { ...request, target: at(`/${collection}/${id}`) });
      },
    );
    const showing = representing((_, collection, record) => {
      const slug = view.text(collection, record, 'slug');
      return cut(slug) === slug ? record : view.withField(collection, record, 'slug', cut(slug));
    });
    return inTurn(showing(seed, view), finding, creating);
  },
};

/** A slug that is taken gets the number 2, whether that is taken or not. */
const numberedOnce: Fault = {
  id: 'records.create.third-slug-is-second',
  clause: 'address.slug',
  statement: 'The third event, venue or organizer of a name shows the slug of the second.',
  create(seed, view) {
    const slugs = new Map<string, readonly string[]>();
    const borrowed = new Map<string, string>();
    const creating = notingCreates(view, sluggedPosts, ({ collection, id, record }) => {
      const name = `${collection}/${view.text(collection, record, resourceOf(collection).label)}`;
      const taken = slugs.get(name) ?? [];
      if (taken[1] !== undefined) borrowed.set(`${collection}/${id}`, taken[1]);
      slugs.set(name, [...taken, view.text(collection, record, 'slug')]);
    });
    const showing = representing((_, collection, record) => {
      const slug = borrowed.get(`${collection}/${view.id(collection, record)}`);
      return slug === undefined ? record : view.withField(collection, record, 'slug', slug);
    });
    return inTurn(showing(seed, view), creating);
  },
};

/** Whether a slug is taken is looked up among what is published. */
const draftsOverlooked: Fault = {
  id: 'records.create.slug-of-draft',
  clause: 'address.slug',
  statement: 'An event, venue or organizer with the name of a draft shows its slug.',
  create(seed, view) {
    const slugs = new Map<string, string>();
    const borrowed = new Map<string, string>();
    const creating = notingCreates(view, sluggedPosts, ({ collection, id, record }) => {
      const name = `${collection}/${view.text(collection, record, resourceOf(collection).label)}`;
      const taken = slugs.get(name);
      if (view.text(collection, record, 'status') === 'draft') slugs.set(name, view.text(collection, record, 'slug'));
      else if (taken !== undefined) borrowed.set(`${collection}/${id}`, taken);
    });
    const showing = representing((_, collection, record) => {
      const slug = borrowed.get(`${collection}/${view.id(collection, record)}`);
      return slug === undefined ? record : view.withField(collection, record, 'slug', slug);
    });
    return inTurn(showing(seed, view), creating);
  },
};

/** No slug is made of a name in another script. */
const unsluggedAbroad = (among: Collection): Fault['create'] =>
  representing((view, collection, record) =>
    collection === among && !/[a-z\d]/i.test(view.text(collection, record, resourceOf(collection).label))
      ? view.withField(collection, record, 'slug', '')
      : record,
  );

/** What is left of a name in another script is nothing. */
const asciiAlone: Fault = {
  id: 'organizers.create.slug-ascii-only',
  clause: 'address.slug',
  statement: 'An organizer with no letter or digit of ASCII in its name has an empty slug.',
  create: unsluggedAbroad('organizers'),
};

/** A name is made a slug word by word, and a slash is no space; a slug that is sent stays as it is. */
const slashKept: Fault = {
  id: 'records.create.slash-in-slug',
  clause: 'address.slug',
  statement: 'The slug of an event, venue or organizer keeps a slash of its name, and is found percent-encoded.',
  create(seed, view) {
    const showing = representing((_, collection, record) => {
      if (!sluggedPosts.some((one) => one === collection)) return record;
      const [word = '', ...more] = view.text(collection, record, resourceOf(collection).label).split('/');
      const slug = view.text(collection, record, 'slug');
      const isKept = more.length > 0 && slug.startsWith(`${word.toLowerCase()}-`);
      return isKept ? view.withField(collection, record, 'slug', slug.replace('-', '/')) : record;
    });
    const finding = interceptOperations(view, inEach(sluggedPosts, { addressing: 'slug' }), ({ request }, next) =>
      next({ ...request, target: request.target.replace(/%2F/i, '-') }),
    );
    return inTurn(showing(seed, view), finding);
  },
};

/** Whether a slug is taken is not asked by one form of update. */
const takenByUpdate = ({ id, operation, statement }: Taking): Fault => ({
  id,
  clause: 'event.field.slug',
  neighbours: ['address.slug'],
  statement,
  create(seed, view) {
    const holders = new Map<string, string>();
    const borrowed = new Map<string, string>();
    const creating = notingCreates(view, ['events'], ({ id, record }) => {
      holders.set(view.text('events', record, 'slug'), id);
    });
    const updating = interceptOperation(view, { id: operation }, async ({ request, address }, next) => {
      const outcome = await next(request);
      const own = holders.get(address) ?? address;
      const slug = bodyOf(request)?.slug;
      const holder = typeof slug === 'string' ? holders.get(slug) : undefined;
      if (isGranted(outcome) && typeof slug === 'string' && holder !== undefined && holder !== own)
        borrowed.set(own, slug);
      return outcome;
    });
    const showing = representing((_, collection, record) => {
      const slug = collection === 'events' ? borrowed.get(view.id(collection, record)) : undefined;
      return slug === undefined ? record : view.withField(collection, record, 'slug', slug);
    });
    return inTurn(showing(seed, view), updating, creating);
  },
});

interface Taking extends Pick<Fault, 'id' | 'statement'> {
  readonly operation: OperationId;
}

const takenByUpdates: readonly Taking[] = [
  {
    id: 'events.update.slug-taken',
    operation: 'events.update.patch',
    statement: 'An update gives an event the slug that another event has.',
  },
  {
    id: 'events.by-slug.update.slug-taken',
    operation: 'events.by-slug.update.patch',
    statement: 'An update by slug gives an event the slug that another event has.',
  },
];

/** Slugs that are no longer unique, or none, or more than one segment. */
export const cutSlugs: readonly Fault[] = [
  cutWhenUnique,
  numberedOnce,
  draftsOverlooked,
  asciiAlone,
  slashKept,
  ...takenByUpdates.map(takenByUpdate),
];
