import { describe, expect, test } from 'vitest';
import { collections, resourceOf, resources } from '../../contract/resources.js';
import { changes, payload, requiredOnly } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { anEmptyWorld, aWorld } from './a-world.js';
import { expectAlways, expectSameSeedSameValues, expectSometimes, simplestOf, valuesOf } from './laws.js';
import { fieldsWrong } from './schema.js';
import { textOf } from './text-of.js';

const marked = (body: Payload): readonly string[] =>
  Object.keys(body).filter((name) => typeof body[name] === 'string' && body[name].includes(MARK));

const texts = (body: Payload): readonly string[] =>
  Object.values(body).filter((value): value is string => typeof value === 'string');

describe.each(collections)('payloads of %s', (collection) => {
  const resource = resourceOf(collection);
  const drawn = payload(resource, aWorld);

  test('hold the marker in the label and another field', () =>
    expectAlways(drawn, (body) => {
      expect(marked(body)).toContain(resource.label);
      expect(marked(body).length).toBeGreaterThanOrEqual(2);
    }));

  test('hold nothing that services escape, trim or polish, unless the target was seen to keep it', () =>
    expectAlways(payload(resource, { ...aWorld, keptTexts: () => [] }), (body) => {
      for (const text of texts(body))
        expect(text.replaceAll(MARK, 'm')).toMatch(/^[A-Za-z0-9+]([A-Za-z0-9/:.@+_ -]*[A-Za-z0-9])?$/);
      for (const text of texts(body)) expect(text).not.toMatch(/ {2}|--|\.\.\./);
    }));

  test('hold texts that services often lose, where the target keeps them', () =>
    expectSometimes(drawn, (body) => texts(body).some((text) => /[^\x20-\x7e]/.test(text))));

  test('never state one thing in two fields', () =>
    expectAlways(payload(resource, aWorld, { all: true }), (body) => {
      expect('date' in body && 'date_utc' in body).toBe(false);
      expect('stateprovince' in body && ('state' in body || 'province' in body)).toBe(false);
    }));

  test.each(Object.keys(resource.fields))('sometimes have %s and sometimes, unless required, have not', (field) => {
    expectSometimes(drawn, (body) => field in body);
    const base = [resource.label, 'description', 'start_date', 'end_date'];
    if (!base.includes(field)) expectSometimes(drawn, (body) => !(field in body));
  });

  test.each(Object.keys(resource.fields))(
    'have %s when it is asked for, and no more than the base beside it',
    (field) => {
      expectAlways(payload(resource, aWorld, { always: [field] }), (body) => expect(body).toHaveProperty(field));
      const base = Object.keys(simplestOf(payload(resource, aWorld, { only: [] })));
      expectAlways(payload(resource, aWorld, { only: [field] }), (body) =>
        expect(Object.keys(body).toSorted()).toEqual([...new Set([...base, field])].toSorted()),
      );
    },
  );

  test('keep a second carrier when the description is left out', () =>
    expectAlways(payload(resource, aWorld, { omit: ['description'] }), (body) => {
      expect(body).not.toHaveProperty('description');
      expect(marked(body).length).toBeGreaterThanOrEqual(2);
    }));

  test('leave out what the world has no value for', () => {
    const fromWorld = ['author', 'image', 'status', 'venue', 'organizer', 'categories', 'tags', 'parent'];
    const unknown = fromWorld.filter((name) => name !== resource.label);
    expectAlways(payload(resource, anEmptyWorld, { all: true }), (body) =>
      expect(Object.keys(body).filter((name) => unknown.includes(name))).toEqual([]),
    );
  });

  test('with required fields only are valid and minimal', () => {
    const required = Object.keys(resource.fields).filter((name) => resource.fields[name]?.required);
    expectAlways(requiredOnly(resource, aWorld), (body) => {
      expect(Object.keys(body).toSorted()).toEqual(required.toSorted());
      expect(fieldsWrong(collection, 'create', body)).toEqual([]);
      expect(body[resource.label]).toContain(MARK);
    });
  });

  test('changes are valid updates of at least one field', () => {
    const drawnChanges = changes(resource, aWorld);
    expectSameSeedSameValues(() => changes(resource, aWorld));
    expectAlways(drawnChanges, (body) => {
      expect(Object.keys(body)).not.toHaveLength(0);
      expect(fieldsWrong(collection, 'update', body)).toEqual([]);
    });
    expectSometimes(drawnChanges, (body) => !(resource.label in body));
  });

  test('changes of nothing that the world has a value for are refused at once, for no draw would end', () => {
    const takesNothing = { ...aWorld, mostOf: () => 0 };
    expect(() => changes(resource, takesNothing, { only: ['description'] })).toThrow(/no value is known .*description/);
  });
});

describe('times of events', () => {
  const all = payload(resources.events, aWorld, { all: true });
  const startOf = (body: Payload) => textOf(body['start_date']);
  const endOf = (body: Payload) => textOf(body['end_date']);

  test('end after they start, within the span', () =>
    expectAlways(all, (body) => {
      expect(endOf(body) > startOf(body)).toBe(true);
      expect(startOf(body) > aWorld.span.from && endOf(body) < aWorld.span.to).toBe(true);
    }));

  test('are never in an hour that daylight saving skips or repeats', () =>
    expectAlways(all, (body) => {
      for (const time of [startOf(body), endOf(body)]) expect(time).not.toMatch(/ 0[012]:(?!00:00)|0[12]:00:00/);
    }));

  test('sometimes lie on the edges of a day, and sometimes have seconds', () => {
    expectSometimes(all, (body) => startOf(body).endsWith('00:00:00'));
    expectSometimes(all, (body) => endOf(body).endsWith('23:59:59'));
    expectSometimes(all, (body) => !startOf(body).endsWith(':00'));
  });

  test('fit together however a start and an end from different bodies meet', () => {
    const starts = [
      ...valuesOf(all).map(startOf),
      ...valuesOf(changes(resources.events, aWorld, { only: ['start_date'] })).map(startOf),
    ];
    const lastStart = (of: readonly string[]) => of.toSorted().at(-1) ?? '';
    const loneEnds = valuesOf(changes(resources.events, aWorld, { only: ['end_date'] })).map(endOf);
    expect(loneEnds.toSorted()[0] ?? '').toSatisfy((first: string) => first > lastStart(starts));
  });

  test('change together unless one is asked for by name', () => {
    expectAlways(changes(resources.events, aWorld), (body) => expect('start_date' in body).toBe('end_date' in body));
    expectSometimes(changes(resources.events, aWorld), (body) => 'start_date' in body);
  });

  test('need a span of three days', () => {
    const span = { from: '2031-01-01 10:00:00', to: '2031-01-03 10:00:00' };
    expect(() => payload(resources.events, { ...aWorld, span })).toThrow('no three whole days');
  });
});

test('a payload shrinks to a plain one', () => {
  expect(simplestOf(payload(resources.events, aWorld))).toEqual({
    title: 'Harbor {mark}',
    description: 'Harbor {mark}',
    start_date: '2030-11-04 10:00:00',
    end_date: '2030-11-04 12:00:00',
  });
});
