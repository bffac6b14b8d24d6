import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { extensions, languages } from '../../contract/queries.js';
import { collections } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import { expectWorldFile } from './world-files.js';

const path = new URL('../../fixtures/worlds/complete.json', import.meta.url);
const world: WorldFile = JSON.parse(await readFile(path, 'utf8'));
const { venues = [], events = [] } = world;

test('holds valid records that refer to each other, with ids of their own', () => {
  expectWorldFile(world);
  const ids = collections.flatMap((collection) => (world[collection] ?? []).map(({ id }) => id));
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(ids.length);
});

test('switches every extension on', () => expect(world.extensions).toEqual(extensions));

test('has records of every kind in every language', () => {
  for (const collection of collections) {
    const spoken = new Set((world[collection] ?? []).map(({ language = 'en' }) => language));
    expect([...spoken].toSorted()).toEqual(languages.toSorted());
  }
});

test('has two protected events, and children with a parent that exists', () => {
  expect(events.filter(({ password }) => password !== undefined)).toHaveLength(2);
  const parents = events.flatMap(({ post_parent: parent }) => (parent === undefined ? [] : [parent]));
  expect(parents).toHaveLength(2);
  for (const parent of parents) expect(events.map(({ id }) => id)).toContain(parent);
});

test('has published events with and without tickets, with and without a located venue', () => {
  const published = events.filter(({ password, ...event }) => password === undefined && event['status'] === undefined);
  expect(new Set(published.map(({ ticketed }) => ticketed))).toEqual(new Set([true, false, undefined]));
  const located = venues.filter(({ geo_lat: latitude }) => latitude !== undefined).map(({ key }) => key);
  const isLocated = (venue: unknown) => Array.isArray(venue) && venue.some((key) => located.includes(String(key)));
  expect(new Set(published.map((event) => isLocated(event['venue'])))).toEqual(new Set([true, false]));
});

test('has venues near Quayside Hall in both coordinates, in one of them and in none', () => {
  const near = (degrees: number | undefined, of: number) => degrees !== undefined && Math.abs(degrees - of) <= 0.01;
  const distances = venues.map((venue) => `${near(venue.geo_lat, 52.37)} ${near(venue.geo_lng, 4.89)}`);
  expect(new Set(distances)).toEqual(new Set(['true true', 'true false', 'false true', 'false false']));
});

test('has events of every status, over, running and to come', () => {
  const statuses = new Set(events.map((event) => event['status'] ?? 'publish'));
  expect(statuses).toEqual(new Set(['publish', 'draft', 'pending', 'private', 'future']));
  const today = '2026-11-21';
  expect(events.some((event) => String(event['end_date']) < today)).toBe(true);
  expect(events.some((event) => String(event['start_date']) < today && String(event['end_date']) > today)).toBe(true);
  expect(events.some((event) => String(event['start_date']) > today)).toBe(true);
});
