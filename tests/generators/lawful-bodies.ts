import fc from 'fast-check';
import { expect } from 'vitest';
import { collections, resourceOf } from '../../contract/resources.js';
import { changedBody } from '../../generators/changed-body.js';
import { exploratory, oddTexts } from '../../generators/exploratory.js';
import { malformed } from '../../generators/malformed.js';
import { changes, payload, requiredOnly } from '../../generators/payload.js';
import { aWorld } from './a-world.js';
import { type Lawful, lawful } from './lawful.js';
import { fieldsWrong } from './schema.js';
import { textOf } from './text-of.js';

/** What draws whole bodies: valid ones stay valid, and of the others one field alone is wrong. */
export const lawfulBodies: readonly Lawful[] = collections.flatMap((collection) => {
  const resource = resourceOf(collection);
  return [
    lawful(
      ['payload', collection],
      () => payload(resource, aWorld),
      (body) => expect(fieldsWrong(collection, 'create', body)).toEqual([]),
    ),
    lawful(
      ['requiredOnly', collection],
      () => requiredOnly(resource, aWorld),
      (body) => expect(fieldsWrong(collection, 'create', body)).toEqual([]),
    ),
    lawful(
      ['changes', collection],
      () => changes(resource, aWorld),
      (body) => {
        expect(Object.keys(body)).not.toHaveLength(0);
        expect(fieldsWrong(collection, 'update', body)).toEqual([]);
      },
    ),
    lawful(
      ['changedBody', collection],
      () => changedBody(resource, aWorld),
      ({ before, after }) => {
        expect(fieldsWrong(collection, 'create', before)).toEqual([]);
        expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
        for (const [name, value] of Object.entries(after)) expect(value, name).not.toEqual(before[name]);
      },
    ),
    lawful(
      ['malformed', collection],
      () => malformed(resource, aWorld),
      ({ base, body, field, kind }) => {
        expect(fieldsWrong(collection, 'create', base)).toEqual([]);
        // A schema takes any text for a date.
        expect(fieldsWrong(collection, 'create', body)).toEqual(kind === 'date' ? [] : [field]);
        expect(kind !== 'date' || Number.isNaN(Date.parse(textOf(body[field])))).toBe(true);
      },
    ),
    lawful(
      ['oddTexts', collection],
      () => fc.tuple(...oddTexts(resource, aWorld, 3)),
      (oddities) => {
        expect(oddities.length).toBeGreaterThan(0);
        expect(new Set(oddities.map(({ field }) => field)).size).toBe(oddities.length);
        for (const { body } of oddities) expect(fieldsWrong(collection, 'create', body)).toEqual([]);
      },
    ),
    lawful(
      ['exploratory', collection],
      () => exploratory(resource, aWorld),
      ({ body, field }) => {
        const { [field]: _, ...others } = body;
        expect(fieldsWrong(collection, 'update', others)).toEqual([]);
      },
    ),
  ];
});
