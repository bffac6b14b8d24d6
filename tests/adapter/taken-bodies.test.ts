import { expect, test } from 'vitest';
import type { OpenedCalendar } from '../../adapter/open-calendar.js';
import { relationForms } from '../../zoo/faults/fields/relation-forms.js';
import type { Interceptor } from '../../wire/exchange.js';
import { systemClock } from '../../wire/clock.js';
import { parseJson, toText } from '../../wire/message-body.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { createWireView } from '../../zoo/intercept/wire-view.js';
import { sightOfBare } from '../zoo/bare.js';
import { prepareOpening } from './opening.js';
import { isCreate, refusing } from './other-targets.js';

async function opened(intercept: Interceptor): Promise<OpenedCalendar> {
  const { open, counts } = await prepareOpening({ intercept });
  const before = counts();
  const calendar = await open();
  expect(await calendar.close()).toEqual([]);
  expect(counts()).toEqual(before);
  return calendar;
}

const bodyIn = (request: Parameters<Interceptor>[0]): JsonObject => {
  const body = request.body && parseJson(toText(request.body));
  return isJsonObject(body) ? body : {};
};

/** Refuses creates with such a body. */
const unless = (isBad: (body: JsonObject) => boolean): Interceptor =>
  refusing(400, (request) => isCreate(request) && isBad(bodyIn(request)));

const factsOf = ({ profile }: OpenedCalendar): Readonly<Record<string, unknown>> =>
  Object.fromEntries(profile.facts.filter(({ id }) => id.startsWith('bodies.')).map(({ id, value }) => [id, value]));

test('a single venue is taken as such, and everything else as it is stated', async () => {
  const fault = relationForms.find(({ id }) => id === 'events.create.one-venue-only');
  if (!fault) throw new Error('the zoo lacks the fault');
  const calendar = await opened(fault.create(1, createWireView(await sightOfBare()), systemClock));
  const { profile, world } = calendar;
  expect(profile.bodyForms).toEqual({ 'events.venue': 'lone' });
  expect(factsOf(calendar)).toMatchObject({ 'bodies.events.venue': 'lone', 'bodies.events.organizer': 'array' });
  expect(world.of('events').every(({ payload: { venue } }) => !Array.isArray(venue) || venue.length < 2)).toBe(true);
  expect(world.mostOf('events', 'venue')).toBe(1);
});

test('a record is made again with another value than the one it was refused for', async () => {
  const calendar = await opened(unless(({ website }) => typeof website === 'string' && website.includes('?')));
  expect(calendar.profile.bodyForms).toMatchObject({ 'venues.website': 'other-values' });
  expect(calendar.profile.refusedValues.map(({ collection, name }) => `${collection}.${name}`)).toContain(
    'venues.website',
  );
  expect(calendar.world.of('venues').find(({ ref }) => ref.key === 'v7')?.payload.website).not.toContain('?');
});

test('a record is made again without a field that takes nothing', async () => {
  const calendar = await opened(unless(({ cost }) => cost !== undefined));
  expect(calendar.profile.bodyForms).toEqual({ 'events.cost': 'nothing' });
  expect(factsOf(calendar)).toMatchObject({ 'bodies.events.cost': 'nothing' });
  const event = calendar.world.of('events').find(({ ref }) => ref.key === 'e1');
  expect(event?.payload).toHaveProperty('website');
  expect(event?.payload).not.toHaveProperty('cost');
});

test('what is refused for two values is made again without both', async () => {
  const calendar = await opened(unless(({ cost, excerpt }) => cost !== undefined || excerpt !== undefined));
  expect(calendar.profile.bodyForms).toEqual({ 'events.cost': 'nothing', 'events.excerpt': 'nothing' });
});

test('a refusal that does not come again teaches nothing', async () => {
  let refused = 0;
  const once = unless(({ title }) => typeof title === 'string' && title.startsWith('Regatta') && (refused += 1) < 2);
  const calendar = await opened(once);
  expect(calendar.profile.bodyForms).toEqual({});
  expect(calendar.world.of('events').some(({ ref }) => ref.key === 'e2')).toBe(true);
});
