import { toText } from '../../../adapter/notation/shown-values.js';
import type { JsonValue } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { type Choice, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { itemNow } from '../../intercept/record-lookup.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';

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
