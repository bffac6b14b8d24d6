import type { Interceptor, Send } from '../../../wire/exchange.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { withJson } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { type Allowance, OFF_THE_PAGE, type Variant, withoutFamily, withoutProtected } from '../../variant.js';
import { terms } from '../../list-fault.js';

/** More than stand on a page. */
const CROWD = 60;

/** What a whole list of terms is asked with. */
const WHOLE: readonly string[] = ['hide_empty', 'per_page', 'page'];

const isSecondPage = ({ query }: OperationCall): boolean =>
  query.get('page') === '2' && [...query.keys()].every((name) => WHOLE.includes(name));

function deletingBetween(view: WireView): Interceptor {
  /** The ids of the terms of others, by collection. */
  const theirs = new Map<string, string[]>();
  /** The id that was written last, by collection. */
  const written = new Map<string, string>();
  const theirsOf = ({ collection }: OperationCall): string[] => theirs.get(collection) ?? [];

  async function fill(call: OperationCall, next: Send): Promise<void> {
    const { collection, at } = call;
    const ids = [...theirsOf(call)];
    while (ids.length < CROWD) {
      const request = withJson({ method: 'POST', target: at(`/${collection}`), headers: [] }, { name: '0 of others' });
      const record = view.record(collection, await next(request));
      if (!record) break;
      ids.push(view.id(collection, record));
    }
    theirs.set(collection, ids);
  }

  /** Deletes as many as make what was written last slide from the second page to the first. */
  async function slide(call: OperationCall, next: Send): Promise<void> {
    const { collection, at, request } = call;
    const ids = view.items(collection, await next(request)).map((item) => view.id(collection, item));
    const index = ids.indexOf(written.get(collection) ?? '');
    if (index < 0) return;
    written.delete(collection);
    for (const id of theirsOf(call).splice(0, index + 1))
      await next({ method: 'DELETE', target: at(`/${collection}/${id}`), headers: [] });
  }

  return inTurn(
    interceptOperations(view, inEach(terms, { kind: 'create' }), async (call, next) => {
      await fill(call, next);
      const outcome = await next(call.request);
      const record = view.record(call.collection, outcome);
      if (record) written.set(call.collection, view.id(call.collection, record));
      return outcome;
    }),
    interceptOperations(view, inEach(terms, { kind: 'update' }), async (call, next) => {
      written.set(call.collection, call.address);
      return next(call.request);
    }),
    interceptOperations(view, inEach(terms, { kind: 'list' }), async (call, next) => {
      if (isSecondPage(call)) await slide(call, next);
      return next(call.request);
    }),
  );
}

const unsettled: readonly Allowance[] = terms.map((collection) => ({
  requirement: `${collection}.list.fresh`,
  reason: 'A record next to a page break may have been on either page.',
}));

/** Lists that take several pages, of a calendar that is in use. */
export const betweenPages: Variant = {
  id: 'others.delete-between-pages',
  aspect: 'others',
  statement: 'Foreign categories and tags fill more than a page, and some are deleted while pages are read.',
  allowances: unsettled,
  create: (_, view) => deletingBetween(view),
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
  statement: 'Between any two lists, a foreign record is created or deleted.',
  allowances: [...withoutProtected(OFF_THE_PAGE), withoutFamily(OFF_THE_PAGE)],
  create(_, view) {
    const there = new Map<string, string>();
    return interceptOperation(view, { kind: 'list' }, async (call, next) => {
      await comeOrGo(call, next);
      return next(call.request);
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
      const record = view.record(collection, made);
      if (record) there.set(collection, view.id(collection, record));
    }
  },
};
