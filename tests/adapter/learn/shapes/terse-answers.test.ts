import { expect, test } from 'vitest';
import { learnShapes } from '../../../../adapter/learn/shapes/learn-shapes.js';
import { findTerseAnswers } from '../../../../adapter/learn/shapes/terse-answers.js';
import { blankProfile, type TerseAnswer } from '../../../../adapter/profile/target-profile.js';
import { readExchanges } from '../../../../adapter/reading/read-exchange.js';
import type { Exchange } from '../../../../wire/exchange.js';
import type { JsonObject } from '../../../../wire/json.js';

const sent = { organizer: 'A choir', phone: '555 0102', website: 'https://example.org/choir' };
const whole = { id: 5, slug: 'a-choir', description: null, ...sent };
const profile = {
  ...blankProfile({ root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' }),
  shapes: learnShapes({ items: [{ collection: 'organizers', sent, body: whole }], lists: [] }),
};

function answered(method: string, path: string, shown: JsonObject, body?: JsonObject): Exchange {
  const octets = (value: JsonObject) => Buffer.from(JSON.stringify(value));
  const response = { status: 200, headers: [['Content-Type', 'application/json']] as const, body: octets(shown) };
  const target = `/vendor/events/v1/organizers${path}`;
  const request = { method, target, headers: [], ...(body && { body: octets(body) }) };
  return { number: 1, phase: 'probe', ms: 1, request, outcome: { kind: 'response', response } };
}

const created = (shown: JsonObject, body: JsonObject = sent) => answered('POST', '', shown, body);
const patched = (shown: JsonObject, body: JsonObject) => answered('PATCH', '/5', shown, body);
const bySlug = (shown: JsonObject) => answered('GET', '/by-slug/a-choir', shown);
const read = answered('GET', '/5', whole);
const { phone: _, ...phoneless } = whole;
const { website: __, ...bare } = phoneless;
const change = { organizer: 'A choir' };

test.each<[string, readonly TerseAnswer[], readonly Exchange[]]>([
  ['answers are whole', [], [created(whole), read, bySlug(whole), patched(whole, change), read]],
  ['creates show a name', ['write'], [created({ id: 5, organizer: sent.organizer }), read]],
  ['updates show what changed', ['write'], [created(whole), read, patched({ id: 5, ...change }, change), read]],
  ['a slug returns a name', ['by-slug'], [created(whole), read, bySlug({ id: 5, organizer: sent.organizer })]],
  ['one field is lost by slug', [], [created(whole), read, bySlug(phoneless)]],
  ['creates lose fields now and then', [], [created(bare), read, created({ ...whole, id: 6 })]],
  [
    'a later update sets them',
    [],
    [created({ id: 5, ...change, slug: 'a-choir' }, change), patched(whole, sent), read],
  ],
  ['empty fields are left out', [], [created({ id: 5, slug: 'a-choir', ...sent }), read]],
])('where %s', (_name, places, exchanges) => {
  expect(findTerseAnswers(readExchanges(exchanges, profile), profile.shapes)).toEqual(places);
});
