import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import type { Comparison } from '../../migration/findings/comparison-result.js';
import { createReferenceServer, type ReferenceServerOptions } from '../../reference-server/index.js';
import { systemClock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';
import type { Fault } from '../../zoo/fault.js';
import { faults } from '../../zoo/faults/index.js';
import { openProxy } from '../../zoo/intercept/intercepting-proxy.js';
import { withoutParameter } from '../../zoo/intercept/request-edit.js';
import { editJson, mapTexts, toRefusal } from '../../zoo/intercept/response-edit.js';
import { createWireView } from '../../zoo/intercept/wire-view.js';
import { newestFirst, pageCaps } from '../../zoo/variants/behaviour/default-variants.js';
import { calproof } from './cli/console.js';
import { smallWorld, worldOfWalks } from './small-world.js';

const NOW = new Date('2026-11-21T12:00:00Z');

/** A calendar after something happened to it. */
interface After {
  readonly world?: WorldFile;
  readonly options?: Partial<ReferenceServerOptions>;
  readonly intercept?: Interceptor;
}

/** Serves a calendar until the test ends. */
async function serve({ world = smallWorld, options = {}, intercept }: After = {}): Promise<string> {
  const server = createReferenceServer({ now: () => NOW, world, zone: 'Europe/Amsterdam', ...options });
  const { url } = await server.listen();
  const proxy = intercept && (await openProxy({ origin: new URL(url).origin, intercept }));
  onTestFinished(async () => {
    await proxy?.close();
    await server.close();
  });
  return proxy?.origin ?? url;
}

let folder = '';

beforeAll(async () => {
  const server = createReferenceServer({ now: () => NOW, world: smallWorld, zone: 'Europe/Amsterdam' });
  const { url } = await server.listen();
  const done = await calproof(`snapshot ${url} -o before.gz`);
  await server.close();
  expect(done.code).toBe(0);
  folder = done.folder;
});

async function compareWith(
  after: After,
  more = '',
): Promise<{ readonly code: number; readonly comparison: Comparison }> {
  const url = await serve(after);
  const { code, stderr } = await calproof(`compare before.gz ${url} --report json=c.json ${more}`, { folder });
  expect(stderr).toBe('');
  return { code, comparison: JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8')) as Comparison };
}

const causesIn = ({ findings }: Comparison) =>
  findings.map((one) => `${one.class} ${one.cause}${one.field ? ` ${one.field}` : ''}`);

type Events = NonNullable<WorldFile['events']>;

const withEvents = (edit: (events: Events) => Events): After => ({
  world: { ...smallWorld, events: edit(smallWorld.events ?? []) },
});

const withoutVenue = (event: Events[number]): Events[number] => ({ ...event, venue: [] });

const escaped = (text: unknown): string => String(text).replaceAll('&', '&amp;');

const reversed = <T>(all: readonly T[] | undefined): readonly T[] => [...(all ?? [])].reverse();

interface OfTheZoo {
  readonly id: string;
  readonly create: Fault['create'];
}

function put(all: readonly OfTheZoo[], id: string): Interceptor {
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error(`the zoo has no ${id}`);
  const lens = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });
  return found.create(1, lens, systemClock);
}

const migrations: readonly (readonly [string, After, readonly string[]])[] = [
  ['nothing changed', {}, []],
  [
    'all ids changed',
    {
      world: {
        ...smallWorld,
        events: reversed(smallWorld.events),
        venues: reversed(smallWorld.venues),
        organizers: reversed(smallWorld.organizers),
        tags: reversed(smallWorld.tags),
      },
    },
    ['breaking record.id'],
  ],
  ['the zone shifted', { options: { zone: 'America/New_York' } }, ['behavioural time.instant']],
  ['one event lost', withEvents((events) => events.toSpliced(69, 1)), ['breaking record.vanished']],
  [
    'one event duplicated',
    withEvents((events) => [...events, { ...events[20], key: 'copy' }]),
    ['behavioural record.duplicated'],
  ],
  ['venue links lost', withEvents((events) => events.map(withoutVenue)), ['breaking relation.lost venue']],
  [
    'slugs re-suffixed',
    withEvents((events) => events.map((event, index) => ({ ...event, slug: `walk-${index}-2` }))),
    ['breaking slug.suffix'],
  ],
  [
    'HTML escaped twice',
    withEvents((events) =>
      events.map((event) => ({ ...event, title: escaped(event['title']), description: escaped(event['description']) })),
    ),
    ['behavioural text.escaped'],
  ],
  [
    'a language dropped',
    {
      intercept: (request, next) =>
        next(/ml_language=nl/.test(request.target) ? withoutParameter(request, 'ml_language') : request),
    },
    ['breaking language.dropped nl'],
  ],
  [
    'lists under another name, and a field too',
    {
      intercept: async (request, next) =>
        editJson(await next(request), (body) => {
          const text = JSON.stringify(body).replaceAll('"start_date":', '"startDate":');
          return JSON.parse(text.replace('{"events":', '{"items":')) as JsonValue;
        }),
    },
    ['breaking shape.changed'],
  ],
  ['the page cap changed', { intercept: put(pageCaps, 'list.page-cap-50') }, ['behavioural query.page']],
  ['the default order changed', { intercept: put([newestFirst], 'list.newest-first') }, ['behavioural query.order']],
  [
    'a filter broken',
    { intercept: put(faults, 'events.list.featured-ignored') },
    ['behavioural query.answer featured'],
  ],
];

describe('calproof compare', () => {
  test.each(migrations)('%s: %#', async (_, after, expected) => {
    const { code, comparison } = await compareWith(after);
    expect(causesIn(comparison)).toEqual(expected);
    expect(code).toBe(expected.some((one) => /^(breaking|behavioural)/.test(one)) ? 1 : 0);
  });

  test('one event in 3,000 lost is one finding, whatever requests showed it', { timeout: 180_000 }, async () => {
    const world = worldOfWalks(3_000);
    const events = (world.events ?? []).map((event, index) => ({ ...event, id: 1_000 + index }));
    const before = await serve({ world: { ...world, events } });
    expect((await calproof(`snapshot ${before} -o large.gz --quiet`, { folder })).code).toBe(0);
    const url = await serve({ world: { ...world, events: events.toSpliced(2_345, 1) } });
    const { code } = await calproof(`compare large.gz ${url} --report json=large.json`, { folder });
    const comparison = JSON.parse(readFileSync(join(folder, 'large.json'), 'utf8')) as Comparison;
    expect(causesIn(comparison)).toEqual(['breaking record.vanished']);
    expect(comparison.findings[0]?.counts).toEqual({ events: 1 });
    expect(code).toBe(1);
  });

  test.each([
    ['nl', 'segment', 'breaking language.dropped /nl'],
    ['de', 'parameter', 'breaking language.dropped de'],
  ] as const)('%s, which only a %s selected, dropped is one finding', async (language, way, expected) => {
    const unspoken: Interceptor = (request, next) =>
      next(request.target.includes(`ml_language=${language}`) ? withoutParameter(request, 'ml_language') : request);
    const unserved: Interceptor = (request, next) =>
      /^\/(nl|de|fr)\//.test(request.target) ? Promise.resolve(toRefusal(404)) : next(request);
    const neither: Interceptor = (request, next) => unspoken(request, (sent) => unserved(sent, next));
    const events = (smallWorld.events ?? []).map((event) => (event.language ? { ...event, language } : event));
    const world = { ...smallWorld, events };
    const before = await serve({ world, intercept: way === 'segment' ? unspoken : unserved });
    await calproof(`snapshot ${before} -o spoken.gz --quiet`, { folder });
    const url = await serve({ world, intercept: neither });
    const { code } = await calproof(`compare spoken.gz ${url} --report json=spoken.json`, { folder });
    const comparison = JSON.parse(readFileSync(join(folder, 'spoken.json'), 'utf8')) as Comparison;
    expect(causesIn(comparison)).toEqual([expected]);
    expect(code).toBe(1);
  });

  test('new ids are one finding with counts, and everything that refers to them follows', async () => {
    const world = { ...smallWorld, events: reversed(smallWorld.events), categories: reversed(smallWorld.categories) };
    const { comparison } = await compareWith({ world });
    expect(causesIn(comparison)).toEqual(['breaking record.id']);
    expect(comparison.findings[0]?.counts).toEqual({ categories: 4, events: 70 });
    expect(comparison.matched['events']).toEqual({ slug: 70 });
    expect(comparison.findings[0]?.curl).toMatch(
      /^curl -i http:\/\/127\.0\.0\.1:\d+\/vendor\/events\/v1\/categories\/\d+$/,
    );
  });

  test('what is meant is expected, and its absence is a finding', async () => {
    const renamed = withEvents((events) =>
      events.map((event, index) => ({ ...event, slug: `tour-${index}`, excerpt: `See https://new.example/${index}` })),
    );
    const maps = '--map slug:walk-=tour- --map host:old.example=new.example';
    const meant = await compareWith(renamed, maps);
    expect(causesIn(meant.comparison)).toEqual([]);
    expect(meant.code).toBe(0);
    const absent = await compareWith({}, `${maps} --map slug:hike-=tour-`);
    expect(causesIn(absent.comparison)).toEqual([
      'breaking map.absent slug:walk-=tour-',
      'breaking map.absent host:old.example=new.example',
      'breaking map.absent slug:hike-=tour- (nothing to change)',
    ]);
    const unmeant = await compareWith(renamed);
    expect(causesIn(unmeant.comparison)).toEqual(['breaking slug.changed', 'behavioural value.changed excerpt']);
  });

  test('fails for the classes that are named', async () => {
    const lost = withEvents((events) => events.toSpliced(69, 1));
    expect((await compareWith(lost, '--fail-on behavioural,additive')).code).toBe(0);
    expect((await compareWith(lost, '--fail-on breaking')).code).toBe(1);
  });

  test('compares two snapshots, and writes every form', async () => {
    const url = await serve(withEvents((events) => events.map(withoutVenue)));
    await calproof(`snapshot ${url} -o after.gz --quiet`, { folder });
    const forms = 'junit=c.xml --report markdown=c.md --report html=c.html --report json=c.json';
    const { code, stdout } = await calproof(`compare before.gz after.gz --report ${forms}`, { folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ Links in `venue` are lost {2}breaking\n {2}70 times: events.venue 70/);
    expect(stdout).toMatch(/Differences found: 1 breaking\.\n$/);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    expect(read('c.xml')).toMatch(/<failure message="Links in `venue` are lost, 70 times: events.venue 70"/);
    expect(read('c.md')).toMatch(/❌ \*\*Links in \\`venue\\` are lost\*\* \(breaking\)/);
    expect(read('c.html')).toMatch(/<h3><span[^>]*>✗<\/span> Links in `venue` are lost<\/h3>/);
  });

  test('distinguishes volatile fields from changed ones', async () => {
    let views = 0;
    const intercept: Interceptor = async (request, next) =>
      editJson(await next(request), (body) =>
        mapTexts(body, (text, name) => {
          views += 1;
          return name === 'phone' ? `+31 ${views}` : text;
        }),
      );
    const world: WorldFile = {
      ...smallWorld,
      venues: smallWorld.venues?.map((one) => ({ ...one, phone: '+31 0' })) ?? [],
    };
    const url = await serve({ world, intercept });
    await calproof(`snapshot ${url} -o volatile.gz --quiet`, { folder });
    const { code, stdout } = await calproof(`compare volatile.gz ${url}`, { folder });
    expect(stdout).toMatch(
      /Values differ that also differ between two reads of one service {2}volatile\n {2}4 times: venues.phone 4/,
    );
    expect(stdout).toMatch(/No differences that fail the comparison: 1 volatile/);
    expect(code).toBe(0);
  });

  test('says what cannot be compared', async () => {
    const { folder: empty } = await calproof('check --only events.read --effort quick --report json=r.json');
    expect((await calproof(`compare ${join(empty, 'r.json')} before.gz`, { folder })).stderr).toMatch(
      /only be compared with/,
    );
    expect((await calproof('compare no.gz before.gz', { folder })).stderr).toMatch(/no.gz cannot be read/);
    expect((await calproof('compare a b --map slug:a', { folder })).stderr).toMatch(/slug:OLD=NEW or host:OLD=NEW/);
    const same = await calproof('compare r.json r.json', { folder: empty });
    expect(same.stdout).toMatch(/No differences\./);
  });
});
