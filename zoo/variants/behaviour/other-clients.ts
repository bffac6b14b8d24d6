import type { Interceptor, Send } from '../../../wire/exchange.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { withJson } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { type Allowance, OFF_THE_PAGE, type Variant, withoutFamily, withoutProtected } from '../../variant.js';

const terms = ['categories', 'tags'] as const;

/** More than stand on a page. */
const CROWD = 60;

/** What a whole list of terms is asked with. */
const WHOLE: readonly string[] = ['hide_empty', 'per_page', 'page'];

const isSecondPage = ({ query }: OperationCall): boolean =>
  query.get('page') === '2' && [...query.keys()].every((name) => WHOLE.includes(name));

function deletingBetween(lens: WireView): Interceptor {
  /** The ids of the terms of others, by collection. */
  const theirs = new Map<string, string[]>();
  /** The id that was written last, by collection. */
  const written = new Map<string, string>();
  const theirsOf = ({ collection }: OperationCall): string[] => theirs.get(collection) ?? [];

  async function fill(asked: OperationCall, next: Send): Promise<void> {
    const { collection, at } = asked;
    const ids = [...theirsOf(asked)];
    while (ids.length < CROWD) {
      const request = withJson({ method: 'POST', target: at(`/${collection}`), headers: [] }, { name: '0 of others' });
      const record = lens.record(collection, await next(request));
      if (!record) break;
      ids.push(lens.id(collection, record));
    }
    theirs.set(collection, ids);
  }

  /** Deletes as many as make what was written last slide from the second page to the first. */
  async function slide(asked: OperationCall, next: Send): Promise<void> {
    const { collection, at, request } = asked;
    const ids = lens.items(collection, await next(request)).map((item) => lens.id(collection, item));
    const index = ids.indexOf(written.get(collection) ?? '');
    if (index < 0) return;
    written.delete(collection);
    for (const id of theirsOf(asked).splice(0, index + 1))
      await next({ method: 'DELETE', target: at(`/${collection}/${id}`), headers: [] });
  }

  return inTurn(
    interceptOperations(lens, inEach(terms, { kind: 'create' }), async (asked, next) => {
      await fill(asked, next);
      const outcome = await next(asked.request);
      const record = lens.record(asked.collection, outcome);
      if (record) written.set(asked.collection, lens.id(asked.collection, record));
      return outcome;
    }),
    interceptOperations(lens, inEach(terms, { kind: 'update' }), async (asked, next) => {
      written.set(asked.collection, asked.address);
      return next(asked.request);
    }),
    interceptOperations(lens, inEach(terms, { kind: 'list' }), async (asked, next) => {
      if (isSecondPage(asked)) await slide(asked, next);
      return next(asked.request);
    }),
  );
}

const unsettled: readonly Allowance[] = terms.map((collection) => ({
  requirement: `${collection}.list.fresh`,
  reason: 'What stood on the border of two pages may have been on either.',
}));

/** Lists that take several pages, of a calendar that is in use. */
export const betweenPages: Variant = {
  id: 'others.delete-between-pages',
  aspect: 'others',
  statement: 'Others have more categories and tags than stand on a page, and delete some while pages are turned.',
  allowances: unsettled,
  create: (_, lens) => deletingBetween(lens),
};

const bodies = {
  events: { title: 'Of others', start_date: '2033-03-03 10:00:00', end_date: '2033-03-03 11:00:00' },
  venues: { venue: 'Of others' },
  organizers: { organizer: 'Of others' },
  categories: { name: 'Of others' },
  tags: { name: 'Of others' },
} as const;

/** Other people use the calendar too: with every list that is read a record of theirs comes or goes. */
export const others: Variant = {
  id: 'others.write-too',
  aspect: 'others',
  statement: 'Between any two lists a record of somebody else has come or gone.',
  allowances: [...withoutProtected(OFF_THE_PAGE), withoutFamily(OFF_THE_PAGE)],
  create(_, lens) {
    const there = new Map<string, string>();
    return interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
      await comeOrGo(asked, next);
      return next(asked.request);
    });

    async function comeOrGo({ collection, at }: OperationCall, next: Send): Promise<void> {
      const id = there.get(collection);
      const path = `/${collection}`;
      if (id !== undefined) {
        there.delete(collection);
        await next({ method: 'DELETE', target: at(`${path}/${id}`), headers: [] });
        return;
      }
      const made = await next(withJson({ method: 'POST', target: at(path), headers: [] }, bodies[collection]));
      const record = lens.record(collection, made);
      if (record) there.set(collection, lens.id(collection, record));
    }
  },
};
