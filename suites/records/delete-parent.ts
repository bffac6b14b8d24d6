import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { idsIn } from '../../target/agreement.js';
import { type Calendar, type Made, toWireId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFields, expectFound } from '../expect-shown.js';
import { expectKept, isRefusedInUse } from './in-use.js';

/**
 * The child of a deleted category moves to the top or to its grandparent (reading `category.delete.children`); or a
 * category that has a child may not be deleted.
 */
export const keepsChildren: CalendarRequirement = requirement({
  id: 'categories.delete.children',
  level: 'MUST',
  clause: 'coherence.other-records',
  alsoCovers: ['category.delete', 'coherence.relations'],
  operations: ['categories.delete'],
  profile: 'coherence',
  needs: ['categories.create', 'categories.read', 'categories.delete'],
  effects: 'writes',
  statement: 'A category whose parent is deleted stays as it was, but at the top level or below its grandparent.',
  cost: 8,
  given: (world) => {
    const category = payload(resourceOf('categories'), world, { only: [] });
    return fc.tuple(category, category, category);
  },
  async arrange({ calendar }, [eldest, middle, youngest]) {
    const grandparent = await calendar.make('categories', eldest);
    const parent = await calendar.make('categories', { ...middle, parent: toWireId(grandparent.id) });
    const child = await calendar.make('categories', { ...youngest, parent: toWireId(parent.id) });
    return { grandparent, parent, child };
  },
  async check({ calendar }, _, family) {
    const removal = await calendar.remove('categories', byId(family.parent));
    if (isRefusedInUse(removal)) return expectSameFamily(calendar, family);
    expectSuccess(removal, 'a DELETE of a parent');
    await expectMovedUp(calendar, family);
  },
});

interface Family {
  readonly grandparent: Made;
  readonly parent: Made;
  readonly child: Made;
}

async function expectMovedUp(calendar: Calendar, { grandparent, child }: Family): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, 'categories', byId(child));
  const above = idsIn(calendar.lens.field(shown, 'parent'));
  expectThat(above.length === 0 || (above.length === 1 && above[0] === grandparent.id), {
    kind: 'state',
    expected: `the child of a deleted category at the top or below ${grandparent.id}`,
    observed: `it below ${above.join(', ')}`,
    exchange,
  });
  const { parent: _former, ...kept } = child.body;
  expectFields(calendar, kept, { shown, where: 'the child of a deleted category', exchange });
}

/** Expects all to be as they were where the DELETE was refused. */
async function expectSameFamily(calendar: Calendar, { parent, child }: Family): Promise<void> {
  await expectKept(calendar, parent);
  await expectKept(calendar, child);
}
