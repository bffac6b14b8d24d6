/** Every field of every update, of a share of the operations: what is lost of it is seen. */
import { expect, test } from 'vitest';
import { operations } from '../../../contract/operations.js';
import { type FieldType, resourceOf } from '../../../contract/resources.js';
import type { JsonValue } from '../../../wire/json.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { editBody } from '../../../zoo/intercept/request-edit.js';
import { inShare } from '../../zoo/share.js';
import { lens, underFaults, unsentAt } from './under-fault.js';

const judge = underFaults();

/** What a reset may make of a field. */
const blanksOf = (type: FieldType): readonly JsonValue[] =>
  type === 'boolean' ? [false, true] : type === 'integers' ? [[]] : [null];

/** Left out: what a reset to nothing does not change, or what nothing shows. */
const unseen = ['status', 'author', 'date', 'date_utc', 'slug', 'timezone', 'image'];
/** Those that come by the other address. */
const rivals = { id: ['stateprovince'], slug: ['state', 'province'] };
const resettable = operations.flatMap(({ id, kind, collection, addressing }) => {
  if (kind !== 'update' || !collection || !addressing) return [];
  const fields = Object.entries(resourceOf(collection).fields).filter(
    ([name, { required }]) => !required && ![...unseen, ...rivals[addressing]].includes(name),
  );
  return [[id, fields.map(([name, { type }]) => [name, type] as const)] as const];
});

test.each(inShare(resettable))('%s: any field that is lost is seen', async (id, fields) => {
  const missed: string[] = [];
  for (const [name, type] of fields) {
    const outcomes: string[] = [];
    for (const blank of blanksOf(type)) {
      const loses = interceptOperation(lens, { id }, ({ request }, next) =>
        next(editBody(request, (body) => ({ [name]: blank, ...body }))),
      );
      outcomes.push((await judge(loses, unsentAt(id))).outcome);
    }
    if (!outcomes.includes('failed')) missed.push(name);
  }
  expect(missed).toEqual([]);
});
