import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Action, type Name, relationsIn } from '../../../suites/lifecycle/action.js';
import { anyDelete, anyLink, anyUpdate, creation } from '../../../suites/lifecycle/drawn-actions.js';
import { eventsOf, movesLinks } from '../../../suites/lifecycle/linked-by.js';
import {
  type AttemptedAction,
  type Fates,
  isThere,
  nothing,
  type State,
  step,
} from '../../../suites/lifecycle/state-model.js';

const kept: Fates = { POST: ['kept'], PUT: ['kept'], PATCH: ['kept'] };
const open: Fates = { ...kept, PUT: ['kept', 'reset'] };
const linked: readonly Name[] = ['venues/1', 'venues/2', 'tags/1'];
const initial = [...linked.map((name) => creation(name)), creation('events/1', linked)];

const attempt = (action: Action, more: Partial<AttemptedAction> = {}): AttemptedAction => ({
  action,
  number: 0,
  fields: action.do === 'delete' ? [] : [...('fields' in action ? action.fields : ['title'])],
  fates: kept,
  ...more,
});

/** The state after actions that a target grants. */
const after = (actions: readonly Action[], fates = kept): State =>
  actions.reduce(
    (state, action, number) => step(state, attempt(action, { number, fates }))[0]?.state ?? state,
    nothing,
  );

const anyAction = fc.oneof(
  anyUpdate({ names: ['events/1', 'venues/1'] }),
  anyLink(['events/1'], linked),
  anyDelete(linked),
);
const histories = fc.array(anyAction, { maxLength: 12 });

const update = (name: Name, fields: readonly string[], verb: 'POST' | 'PUT' | 'PATCH' = 'PATCH'): Action => ({
  do: 'update',
  name,
  verb,
  by: 'id',
  fields,
  links: {},
});

const link = (links: Extract<Action, { do: 'update' }>['links'], verb: 'PUT' | 'PATCH' = 'PATCH'): Action => ({
  do: 'update',
  name: 'events/1',
  verb,
  by: 'id',
  fields: [],
  links,
});

describe('after any history', () => {
  test('nothing is linked that is not there', () => {
    fc.assert(
      fc.property(histories, (actions) => {
        const state = after([...initial, ...actions]);
        const names = [...state.values()].flatMap(({ links }) => relationsIn(links).flatMap(([, all]) => all));
        expect(names.filter((name) => !isThere(state, name))).toEqual([]);
      }),
    );
  });

  test('every action has an outcome, granting among them, and refusing changes nothing', () => {
    fc.assert(
      fc.property(histories, anyAction, (actions, action) => {
        const state = after([...initial, ...actions]);
        const outcomes = step(state, attempt(action, { fates: open }));
        expect(outcomes.map(({ response }) => response)).toContain('granted');
        const refused = outcomes.filter(({ response }) => response === 'refused');
        expect(refused.filter(({ state: next }) => next !== state)).toEqual([]);
      }),
    );
  });

  test('what is deleted stays so, whatever is done to it', () => {
    fc.assert(
      fc.property(histories, (actions) => {
        const state = after([...initial, { do: 'delete', name: 'venues/1', by: 'id' }, ...actions]);
        expect(isThere(state, 'venues/1')).toBe(false);
      }),
    );
  });

  test('a step leaves the state that it starts from as it is', () => {
    fc.assert(
      fc.property(histories, anyAction, (actions, action) => {
        const state = after([...initial, ...actions]);
        const before = structuredClone(state);
        step(state, attempt(action, { fates: open }));
        expect(state).toEqual(before);
      }),
    );
  });
});

describe('an update', () => {
  const base = after(initial);

  test('writes the fields that it sends and keeps the others', () => {
    const [outcome] = step(base, attempt(update('events/1', ['description']), { number: 9 }));
    expect(outcome?.state.get('events/1')?.written).toEqual({ title: 3, description: 9 });
  });

  test('has an outcome for each fate that unsent fields may have', () => {
    const outcomes = step(base, attempt(update('events/1', ['description'], 'PUT'), { number: 9, fates: open }));
    expect(outcomes.map(({ state }) => state.get('events/1'))).toEqual([
      { life: 'there', written: { title: 3, description: 9 }, links: base.get('events/1')?.links },
      { life: 'there', written: { description: 9 }, links: { venue: [], tags: [] } },
    ]);
  });

  test('of another record leaves it alone', () => {
    const [outcome] = step(base, attempt(update('venues/1', ['city'])));
    expect(outcome?.state.get('venues/2')).toBe(base.get('venues/2'));
  });

  test('by slug with a slug may be refused, by id it may not', () => {
    const answers = (by: 'id' | 'slug') =>
      step(base, attempt({ ...update('events/1', ['slug']), by } as Action)).map(({ response }) => response);
    expect([answers('id'), answers('slug')]).toEqual([['granted'], ['granted', 'refused']]);
  });
});

describe('links', () => {
  const base = after(initial);

  test('to what is deleted are refused or dropped', () => {
    const state = after([...initial, link({ venue: [] }), { do: 'delete', name: 'venues/1', by: 'id' }]);
    const outcomes = step(state, attempt(link({ venue: ['venues/1', 'venues/2'] })));
    expect(outcomes.map(({ response, state: next }) => [response, next.get('events/1')?.links.venue])).toEqual([
      ['granted', ['venues/2']],
      ['refused', []],
    ]);
  });

  test('that are emptied may be refused', () => {
    expect(step(base, attempt(link({ tags: [] }))).map(({ response }) => response)).toEqual(['granted', 'refused']);
  });

  test('are counted by events that are there', () => {
    expect(eventsOf(base, 'tags/1')).toEqual(['events/1']);
    expect(eventsOf(after([...initial, { do: 'delete', name: 'events/1', by: 'id' }]), 'tags/1')).toEqual([]);
  });

  test('move when they become others, not when they come in another order', () => {
    expect(movesLinks(link({ venue: ['venues/2', 'venues/1'] }), base)).toBe(false);
    expect(movesLinks(link({ venue: ['venues/2'] }), base)).toBe(true);
  });
});

test('what an event is linked to may be kept from being deleted, anything else may not', () => {
  const remove: Action = { do: 'delete', name: 'venues/1', by: 'id' };
  const answers = (actions: readonly Action[]) => step(after(actions), attempt(remove)).map(({ response }) => response);
  expect(answers(initial)).toEqual(['granted', 'refused']);
  expect(answers([...initial, link({ venue: ['venues/2'] })])).toEqual(['granted']);
  expect(answers([...initial, { do: 'delete', name: 'events/1', by: 'id' }])).toEqual(['granted']);
});

test('a name that was taken over may be refused', () => {
  const state = after([...initial, { do: 'delete', name: 'events/1', by: 'id' }]);
  const outcomes = step(state, attempt({ ...creation('events/2'), after: 'events/1' }));
  expect(outcomes.map(({ response, state: next }) => [response, next.has('events/2')])).toEqual([
    ['granted', true],
    ['refused', false],
  ]);
});

test('what is in a trash may stay linked and counted, or not', () => {
  const state = after(initial);
  const [gone, kept, refused] = step(
    state,
    attempt({ do: 'delete', name: 'events/1', by: 'id' }, { keepsTrash: true }),
  );
  expect([gone, kept].map((one) => one && eventsOf(one.state, 'venues/1').length)).toEqual([0, 1]);
  expect(refused).toBeUndefined();
});
