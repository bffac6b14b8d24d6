import { expect } from 'vitest';
import { type Collection, collections, eventRelations, resourceOf } from '../../contract/resources.js';
import type { WorldFile, WorldRecord } from '../../contract/world-file.js';
import { fieldsWrong } from './schema.js';

/** What a world file may hold beside the body fields of a record. */
const known = ['key', 'id', 'language', 'geo_lat', 'geo_lng', 'password', 'post_parent', 'ticketed'];

const relations: Readonly<Record<string, Collection>> = eventRelations;

/** The keys that a record refers to, with the collection where each must be. */
const references = (collection: Collection, record: WorldRecord): readonly (readonly [Collection, unknown])[] => {
  if (collection === 'categories') return record['parent'] === undefined ? [] : [['categories', record['parent']]];
  if (collection !== 'events') return [];
  return Object.entries(relations).flatMap(([field, to]) => {
    const value = record[field] ?? [];
    return Array.isArray(value) ? value.map((key) => [to, key] as const) : [[to, value] as const];
  });
};

const isRelation = (collection: Collection, field: string): boolean =>
  field === 'parent' || (collection === 'events' && field in relations);

/** The record as a body: its own fields, relations left out. */
const toPayload = (collection: Collection, record: WorldRecord) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([field, value]) =>
      known.includes(field) || isRelation(collection, field) || value === undefined ? [] : [[field, value] as const],
    ),
  );

/** A world file is one when its records are valid by the contract, its keys unique, and what it refers to is there. */
export function expectWorldFile(world: WorldFile): void {
  const keys = new Map(collections.map((collection) => [collection, (world[collection] ?? []).map(({ key }) => key)]));
  const all = [...keys.values()].flat();
  expect(new Set(all).size).toBe(all.length);
  for (const collection of collections) {
    for (const record of world[collection] ?? []) {
      expect([record.key, fieldsWrong(collection, 'create', toPayload(collection, record))]).toEqual([record.key, []]);
      expect(record[resourceOf(collection).label]).not.toBe('');
      for (const [to, key] of references(collection, record)) expect(keys.get(to)).toContain(key);
    }
  }
  for (const event of world.events ?? []) {
    expect(String(event['end_date']) > String(event['start_date'])).toBe(true);
  }
}
