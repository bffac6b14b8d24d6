import { describe, expect, test } from 'vitest';
import { learnHabits } from '../../../adapter/learn/habits.js';
import { learnLanguages } from '../../../adapter/learn/learn-languages.js';
import { learnListStyle, madeSpecimen } from '../../../adapter/learn/list-parameters.js';
import { askWrites } from '../../../adapter/learn/readings/write-reading-probes.js';
import type { Bindings } from '../../../adapter/calendar/bindings.js';
import type { TargetProfile } from '../../../adapter/profile/target-profile.js';
import type { Built } from '../../../adapter/world/build-world.js';
import { MARK, ref } from '../../../generators/wire-value.js';
import type { JsonObject } from '../../../wire/json.js';
import { answered } from '../answers.js';
import { answer } from '../other-targets.js';
import { scripted, sentBy } from '../ownership/scripted.js';

const text = (name: string) => ({ path: [name], form: 'identity' }) as const;
const shapes: TargetProfile['shapes'] = {
  organizers: { record: [], items: [], id: ['id'], fields: { description: text('description'), phone: text('phone') } },
};

describe('what POST and PUT do to fields that are not sent', () => {
  /** Organizers that keep or reset what an update does not send. */
  const organizers = (keep: (verb: string, field: string) => boolean, { showsIds = true } = {}) => {
    const records = new Map<string, JsonObject>();
    return scripted(
      (request) => {
        const sent = (sentBy(request) ?? {}) as JsonObject;
        const id = /organizers\/(\d+)/.exec(request.target)?.[1];
        if (id === undefined) {
          const own = String(records.size + 1);
          records.set(own, sent);
          return answer(201, { ...(showsIds && { id: own }), ...sent }, [['Location', `/organizers/${own}`]]);
        }
        const before = records.get(id) ?? {};
        const kept = Object.entries(before).filter(([field]) => keep(request.method, field));
        if (request.method !== 'GET') records.set(id, { ...Object.fromEntries(kept), ...sent });
        return answer(200, { ...(showsIds && { id }), ...records.get(id) });
      },
      { profile: { shapes } },
    );
  };

  test.each<[string, (verb: string, field: string) => boolean, string | undefined, string | undefined]>([
    ['both keep', () => true, 'kept', 'kept'],
    ['PUT resets', (verb) => verb !== 'PUT', 'kept', 'reset'],
    ['a mixture is neither', (_, field) => field === 'phone', undefined, undefined],
  ])('%s', async (_, keep, post, put) => {
    const learned = await askWrites(organizers(keep).calendar);
    expect([learned.get('update.post.unsent'), learned.get('update.put.unsent')]).toEqual([post, put]);
  });

  test('is seen where records show no ids, too', async () => {
    const learned = await askWrites(organizers((verb) => verb !== 'PUT', { showsIds: false }).calendar);
    expect([learned.get('update.post.unsent'), learned.get('update.put.unsent')]).toEqual(['kept', 'reset']);
  });

  test('stays open if creates are refused', async () => {
    expect([...(await askWrites(scripted(() => answer(400, {})).calendar))]).toEqual([]);
  });
});

const localized = (collection: 'events' | 'venues' | 'categories' | 'tags', id: string): Built => {
  const label = { events: 'title', venues: 'venue', categories: 'name', tags: 'name' }[collection];
  const body = { [label]: `Premiere cp5n1a1a-${id}`, start_date: '2030-01-01 10:00:00' };
  return {
    draft: { ref: ref(collection, 'l'), payload: { [label]: MARK }, language: 'nl' },
    written: { collection, body, exchange: answered({}) },
    id,
    shown: undefined,
  };
};

describe('what selecting a language selects', () => {
  const records = [localized('events', '1'), localized('venues', '2'), localized('tags', '3')];
  const alike = (belonging: string | undefined) => ({ posts: belonging, terms: belonging });
  const belongingIn = async (calendar: Parameters<typeof learnLanguages>[0], made: readonly Built[]) =>
    (await learnLanguages(calendar, [], made)).belonging;
  const everywhere = [1, 2, 3].map((id) => ({ id, name: 'x' }));

  test('the records of that language, if others are absent', async () => {
    expect(await belongingIn(scripted(() => answer(200, [])).calendar, records)).toEqual(alike('one'));
  });
  test('nothing, if lists do not differ', async () => {
    expect(await belongingIn(scripted(() => answer(200, everywhere)).calendar, records)).toEqual(alike('no-effect'));
  });
  test('translations, if records are listed and lists differ', async () => {
    const { calendar } = scripted(({ target }) =>
      answer(
        200,
        everywhere.map((one) => ({ ...one, name: target.slice(-2) })),
      ),
    );
    expect(await belongingIn(calendar, records)).toEqual(alike('fallback'));
  });
  test('one collection with lists that ignore languages does not decide', async () => {
    const { calendar } = scripted(({ target }) => answer(200, target.includes('/tags') ? everywhere : []));
    expect(await belongingIn(calendar, [...records, localized('categories', '4')])).toEqual(alike('one'));
  });
  test('is unknown without such records, or if lists fail', async () => {
    expect(await belongingIn(scripted(() => answer(200, [])).calendar, [])).toEqual(alike(undefined));
    expect(await belongingIn(scripted(() => answer(500)).calendar, records)).toEqual(alike(undefined));
  });
});

describe('the optional features of HTTP', () => {
  const made = answered({ id: 5 }, { status: 201, headers: [['Location', '/tags/5']] });
  const built: Built = { ...localized('tags', '5'), written: { collection: 'tags', body: {}, exchange: made } };

  test('are learned if they are shown', async () => {
    const { calendar } = scripted(({ headers }) =>
      headers.some(([name]) => name === 'Authorization') ? answer(401) : answer(200, {}, [['ETag', '"x"']]),
    );
    expect(await learnHabits(calendar, { built: [built] })).toEqual(['http.challenge', 'http.etag', 'http.location']);
  });
  test('are learned without a wrong login, if none may be sent', async () => {
    const { calendar, lines } = scripted(() => answer(401));
    expect(await learnHabits(calendar, { built: [built], failedLogin: false })).toEqual(['http.location']);
    expect(lines()).toEqual(['GET /tags/5']);
  });
  test('are not, if they are not', async () => {
    expect(await learnHabits(scripted(() => answer(200, {})).calendar, { built: [localized('tags', '5')] })).toEqual(
      [],
    );
    expect(await learnHabits(scripted(() => ({ kind: 'reset', message: 'x' })).calendar, { built: [] })).toEqual([]);
  });
});

describe('ID lists in queries', () => {
  const bind = (bindings: Bindings): void => {
    for (const key of ['c1', 'c3']) bindings.bind(ref('categories', key), key.slice(1));
    for (const key of ['e2', 'e5']) bindings.bind(ref('events', key), `10${key.slice(1)}`);
  };
  const learn = async (isTaken: (target: string) => boolean): Promise<string> => {
    const { calendar, bindings } = scripted(({ target }) => (isTaken(target) ? answer(200, []) : answer(400, {})));
    bind(bindings);
    return learnListStyle(calendar, madeSpecimen(bindings));
  };
  test.each([
    ['csv', (target: string) => target.includes('categories=1,3')],
    ['brackets', (target: string) => target.includes('categories[]=1&categories[]=3')],
    ['repeated', (target: string) => target.includes('categories=1&categories=3')],
    ['csv', () => false],
  ])('are taken as %s', async (style, isTaken) => expect(await learn(isTaken)).toBe(style));

  test.each([
    [[{ title: 'Festival x' }, { title: 'Regatta x' }]],
    [[{ id: 105 }, { id: 102, more: 1 }]],
    [[{ id: '105' }, { id: '102' }]],
    [[{ href: 'http://a/events/105' }, { href: 'http://a/events/102' }]],
  ])('are taken in the first form in which two values count as two, by whatever a list shows: %j', async (events) => {
    const { calendar, bindings } = scripted(({ target }) =>
      answer(200, target.includes('categories[]=') ? events : events.slice(0, 1)),
    );
    bind(bindings);
    expect(await learnListStyle(calendar, madeSpecimen(bindings))).toBe('brackets');
  });
  test('are not taken in a form in which an embedded record has the id of the other event', async () => {
    const festival = { id: 105, title: 'Festival x', venue: [{ id: 102, venue: 'Harbor' }] };
    const { calendar, bindings } = scripted(({ target }) =>
      answer(200, target.includes('categories[]=') ? [festival, { id: 102, title: 'Regatta x' }] : [festival]),
    );
    bind(bindings);
    expect(await learnListStyle(calendar, madeSpecimen(bindings))).toBe('brackets');
  });
  test('are not probed without records', async () => {
    const { calendar, bindings, lines } = scripted(() => answer(200, []));
    expect(await learnListStyle(calendar, madeSpecimen(bindings))).toBe('csv');
    expect(lines()).toEqual([]);
  });
});
