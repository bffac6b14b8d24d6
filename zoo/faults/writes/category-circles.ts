import { toText } from '../../../adapter/notation/shown-values.js';
import type { JsonValue } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { type Choice, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { itemNow } from '../../intercept/record-lookup.js';
import { representing } from '../../intercept/record-rewrite.js';
import { bodyOf, editBody, withJson } from '../../intercept/request-edit.js';

/** A way below itself that is not looked for. */
interface Circle extends Pick<Fault, 'id' | 'statement'> {
  readonly by: Choice;
  readonly isOpen: (id: string, parent: string) => boolean;
}

const all: readonly Circle[] = [
  {
    id: 'categories.update.own-parent',
    statement: 'An update makes a category its own parent.',
    by: { kind: 'update', collection: 'categories' },
    isOpen: (id, parent) => id === parent,
  },
  {
    id: 'categories.update.put.below-descendant',
    statement: 'A PUT moves a category below its own descendant.',
    by: { kind: 'update', collection: 'categories', method: 'PUT' },
    isOpen: (id, parent) => id !== parent,
  },
];

/** What is false is taken for what is not there. */
export const keptBelow: Fault = {
  id: 'categories.update.parent-zero-ignored',
  clause: 'category.field.parent',
  neighbours: ['category.update', 'coherence.kept-write'],
  statement: 'A category without a parent shows 0, and an update with the parent 0 leaves one where it is.',
  create(seed, view) {
    const showing = representing((_, collection, record) => {
      const isTop = collection === 'categories' && (view.field('categories', record, 'parent') ?? null) === null;
      return isTop ? view.withField('categories', record, 'parent', 0) : record;
    });
    const ignoring = interceptOperation(view, { kind: 'update', collection: 'categories' }, (call, next) => {
      const { parent, ...others } = bodyOf(call.request) ?? {};
      if (parent !== 0) return next(call.request);
      return Object.keys(others).length > 0 ? next(withJson(call.request, others)) : itemNow(call, next);
    });
    return inTurn(showing(seed, view), ignoring);
  },
};

/** The parent of a category is a column like any other. */
export const circles: readonly Fault[] = all.map(({ by, isOpen, ...said }) => ({
  ...said,
  clause: 'category.field.parent',
  create: (_, view) => {
    const parents = new Map<string, JsonValue>();
    const moving = interceptOperation(view, by, async (call, next) => {
      const { request, address, at } = call;
      const outcome = await next(request);
      const parent = bodyOf(request)?.parent ?? null;
      const isParent = isOpen(address, toText(parent)) && statusOf(outcome) === 400;
      const target = at(`/categories/${toText(parent)}`);
      if (!isParent || !isGranted(await next({ method: 'GET', target, headers: [] }))) return outcome;
      parents.set(address, parent);
      const others = editBody(request, ({ parent: _parent, ...body }) => body);
      return Object.keys(bodyOf(others) ?? {}).length > 0 ? next(others) : itemNow(call, next);
    });
    const showing = interceptOperations(
      view,
      [{ kind: 'read', collection: 'categories' }, by],
      async ({ request }, next) =>
        view.editRecord('categories', await next(request), (record) => {
          const parent = parents.get(view.id('categories', record));
          return parent === undefined ? record : view.withField('categories', record, 'parent', parent);
        }),
    );
    return inTurn(showing, moving);
  },
}));
