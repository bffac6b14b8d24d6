import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Comparison } from '../../../migration/findings/comparison-result.js';
import type { Environment } from '../../../runners/input/environment.js';
import { calproof } from '../cli/console.js';
import { listen } from '../targets.js';
import { answerPlainly, plainCalendar, type PlainCalendar, type PlainRecord } from './plain-calendar.js';

const calendar = plainCalendar(5_000);
const { events } = calendar;
const large = plainCalendar(20_000);

/** Pages of the large one on both sides: what reading both takes at the least. */
const PAGES = (2 * (large.events.length + large.venues.length)) / large.cap;

const withEvents = (after: readonly PlainRecord[]): PlainCalendar => ({
  ...calendar,
  events: after.toSorted((one, other) => (String(one['start_date']) < String(other['start_date']) ? -1 : 1)),
});

const edited = (all: readonly PlainRecord[], at: number, fields: Readonly<Record<string, unknown>>) =>
  all.with(at, { ...event(at), ...fields });

function event(at: number): PlainRecord {
  const found = events[at];
  if (!found) throw new Error(`there is no event ${at}`);
  return found;
}

/** An event of the same days as another one. */
const added = (at: number): PlainRecord => ({ ...event(at), id: 90_000 + at, title: `New ${at}`, slug: `new-${at}` });

interface Compared {
  readonly before?: PlainCalendar;
  readonly after: PlainCalendar;
  readonly more?: string;
  readonly environment?: Partial<Environment>;
}

async function compare({ before = calendar, after, more = '--bisect --seed 7', environment }: Compared) {
  const a = await listen(answerPlainly(before));
  const b = await listen(answerPlainly(after));
  const line = `compare ${a.url} ${b.url} --quiet --report json=c.json ${more}`;
  const finished = await calproof(line, environment);
  return { ...finished, sent: a.requests.length + b.requests.length };
}

async function bisect(compared: Compared) {
  const finished = await compare(compared);
  expect(finished.stderr).toBe('');
  const comparison = JSON.parse(readFileSync(join(finished.folder, 'c.json'), 'utf8')) as Comparison;
  const { reading } = comparison;
  if (!reading) throw new Error('the comparison has no reading');
  const found = comparison.findings.map(({ cause, field, counts }) => [[cause, field].flat().join(' ').trim(), counts]);
  return { ...finished, comparison, reading, found: Object.fromEntries(found) as Readonly<Record<string, unknown>> };
}

describe('compare --bisect', { timeout: 240_000 }, () => {
  test('finds nothing between equal services, with far fewer requests than it takes to read them', async () => {
    const { code, found, reading, sent, stdout } = await bisect({ before: large, after: large });
    expect(found).toEqual({});
    expect(code).toBe(0);
    expect(sent).toBeLessThan(PAGES / 3);
    // Two requests find each of the services.
    expect(sent - reading.requests).toBeLessThanOrEqual(4);
    expect(reading.whole).toBeGreaterThan(PAGES);
    const { before, after } = reading.lists['events default'] ?? {};
    expect(after).toEqual(before);
    expect(before?.read).toBeLessThan(1_000);
    expect(reading.invisible.join('\n')).toMatch(/changed texts.*unless it was sampled/);
    expect(stdout).toMatch(/Read of events default: \d+ of 20,000 before, \d+ of 20,000 after\./);
    expect(stdout).toMatch(/drawn by --seed 7\./);
    expect(stdout).toMatch(/No differences in what was read\.\n$/);
  });

  test('finds whatever changes a total, and what else differs beside it', async () => {
    const moved = { start_date: '2030-05-01 09:00:00', end_date: '2030-05-01 10:00:00' };
    const { events: all } = large;
    const changed = all.map((one, at) => {
      if (at === 1_401) return { ...one, description: 'Bring nothing.' };
      return at === 3_900 ? { ...one, ...moved } : one;
    });
    const others = [...changed.toSpliced(1_400, 1).toSpliced(399, 1), added(2_600), added(2_601)];
    const after = { ...large, events: withEvents(others).events };
    const { code, found, sent } = await bisect({ before: large, after });
    expect(found).toEqual({
      'record.vanished': { events: 2 },
      'record.new': { events: 2 },
      'value.changed description': { 'events.description': 1 },
      'time.moved': { 'events.start_date': 1 },
    });
    expect(code).toBe(1);
    expect(sent).toBeLessThan(PAGES / 2);
  });

  test('does not see a changed text in a window with equal totals that is not sampled, and says so', async () => {
    const { sampled } = (await bisect({ after: calendar })).reading;
    const days = sampled.flatMap((name) => /^events (\S+)\.\.(\S+)$/.exec(name)?.slice(1, 3) ?? []);
    const isSampled = ({ start_date: start }: PlainRecord): boolean =>
      days.some(
        (day, at) => at % 2 === 0 && String(start) >= day && String(start).slice(0, 10) <= (days[at + 1] ?? ''),
      );
    const inside = events.findIndex(isSampled);
    const outside = events.findIndex((one) => !isSampled(one));
    const unseen = await bisect({ after: withEvents(edited(events, outside, { description: 'Other.' })) });
    expect(unseen.found).toEqual({});
    const seen = await bisect({ after: withEvents(edited(events, inside, { description: 'Other.' })) });
    expect(seen.found).toEqual({ 'value.changed description': { 'events.description': 1 } });
    const again = await bisect({ after: calendar, more: '--bisect --seed 8' });
    expect(again.reading.sampled).not.toEqual(sampled);
    expect(seen.reading.sampled).toEqual(sampled);
  });

  describe('an event that moved into an unread window, which another event left', () => {
    const { start_date, end_date } = event(3_000);
    const after = withEvents(edited(events, 400, { start_date, end_date }).toSpliced(3_001, 1));

    test('is found there, and not missing', async () => {
      const { found, comparison, reading } = await bisect({ after });
      expect(found).toEqual({ 'time.moved': { 'events.start_date': 1 } });
      expect(comparison.matched['events']).not.toHaveProperty('vanished');
      expect(reading.invisible.join('\n')).toMatch(/events that came into a window .* while as many left it/);
    });

    test('is found by its slug where it has another ID', async () => {
      const other = after.events.map((one) => (one.id === event(400).id ? { ...one, id: 95_000 } : one));
      const { found } = await bisect({ after: withEvents(other) });
      expect(Object.keys(found).sort()).toEqual(['record.id', 'time.moved']);
    });

    test('is found by reading all events where IDs select none', async () => {
      const { found, comparison } = await bisect({ after: { ...after, ignored: ['include'] } });
      expect(Object.keys(found).sort()).toEqual(['record.vanished', 'time.moved']);
      expect(comparison.notes).toContain('events: IDs do not select events in lists, so all of them were read');
    });
  });

  test('reads all events where so many differ that it takes no more requests', async () => {
    const { found, comparison, reading } = await bisect({ after: withEvents(events.toSpliced(1_000, 400)) });
    expect(found).toEqual({ 'record.vanished': { events: 400 } });
    expect(comparison.notes).toContain('events: so many differ that all of them were read');
    expect(reading.lists['events default']?.after).toEqual({ read: 4_600, total: 4_600 });
  });

  test('finds again all that has other IDs, and what refers to it', async () => {
    const venues = calendar.venues.map((one) => ({ ...one, id: one.id + 7_000 }));
    const moved = events.map((one, at) => ({ ...one, id: one.id + 50_000, venue: venues[at % venues.length] }));
    const { found, reading } = await bisect({ after: { ...withEvents(moved), venues } });
    expect(Object.keys(found)).toEqual(['record.id']);
    expect(found['record.id']).toMatchObject({ venues: 300 });
    expect(reading.lists['venues default']?.after).toEqual({ read: 300, total: 300 });
  });

  test('reads a collection whole that links of read events point into', async () => {
    const last = calendar.venues.at(-1);
    const relinked = events.map((one, at) => (at < 20 ? { ...one, venue: last } : one));
    const { found, reading } = await bisect({ after: withEvents(relinked.toSpliced(0, 1)) });
    expect(Object.keys(found).sort()).toEqual(['record.vanished', 'relation.changed venue']);
    expect(reading.lists['venues default']?.before.read).toBe(300);
  });

  test.each([
    ['lists have no totals', { hasTotals: false }, 'events default: the list has no total, so all of it was read'],
    [
      'windows of days select nothing',
      { ignored: ['starts_after', 'starts_before'] },
      'events: windows of days do not divide 5,000 events, so all of them were read',
    ],
  ])('reads all where %s', async (_, deviating, note) => {
    const changed = { ...withEvents(edited(events, 4_321, { description: 'Other.' })), ...deviating };
    const { found, comparison, reading, stdout } = await bisect({
      before: { ...calendar, ...deviating },
      after: changed,
    });
    expect(found).toEqual({ 'value.changed description': { 'events.description': 1 } });
    expect(comparison.notes).toContain(note);
    expect(reading.lists['events default']?.after.read).toBe(5_000);
    expect(stdout).toContain('Read of events default: all 5,000 before, all 5,000 after.');
  });

  test('expects what --map says, and notes what none of the read records shows', async () => {
    const slugs: readonly PlainRecord[] = events.map((one, at) => ({ ...one, slug: `tour-${at}` }));
    const { start_date, end_date } = event(3_000);
    const after = slugs.with(400, { ...event(400), slug: 'tour-400', id: 95_000, start_date, end_date });
    const more = '--bisect --seed 7 --map slug:walk-=tour- --map slug:hike-=trek-';
    const { found, comparison } = await bisect({ after: withEvents(after), more });
    expect(Object.keys(found).sort()).toEqual(['record.id', 'time.moved']);
    expect(comparison.notes).toContain('--map slug:hike-=trek-: no record that was read has anything to change');
  });

  test('says in every report how much was read', async () => {
    const forms = 'junit=c.xml --report markdown=c.md --report html=c.html';
    const { folder } = await bisect({ after: calendar, more: `--bisect --seed 7 --report ${forms}` });
    const texts = ['c.xml', 'c.md', 'c.html'].map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const text of texts) {
      expect(text).toMatch(/Read of events default: \d+ of 5,000 before/);
      expect(text).toMatch(/Cannot find changed texts/);
      expect(text).toMatch(/in what was read/);
    }
  });

  test.each([
    ['interrupted', '', 130, /Interrupted\./],
    ['out of requests', '--max-requests 160', 3, /all 160 requests of the run are spent/],
  ])('leaves nothing behind when it is %s', async (_, more, expected, says) => {
    const temporaryFolder = mkdtempSync(join(tmpdir(), 'calproof-test-'));
    onTestFinished(() => rmSync(temporaryFolder, { recursive: true, force: true }));
    const stop = new AbortController();
    let pages = 0;
    const answer = answerPlainly(calendar);
    const { url } = await listen((request, response) => {
      if (/per_page=100/.test(request.url ?? '')) pages += 1;
      if (more === '' && pages === 20) stop.abort();
      answer(request, response);
    });
    const line = `compare ${url} ${url} --bisect --quiet --report json=c.json ${more}`;
    const { code, stderr, folder } = await calproof(line, { temporaryFolder, signal: stop.signal });
    expect(stderr).toMatch(says);
    expect(code).toBe(expected);
    expect(readdirSync(temporaryFolder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('has no more requests in flight than --concurrency says', async () => {
    const answer = answerPlainly(plainCalendar(1_000));
    let [now, most] = [0, 0];
    const { url } = await listen((request, response) => {
      now += 1;
      most = Math.max(most, now);
      response.once('close', () => (now -= 1));
      setImmediate(() => answer(request, response));
    });
    const other = await listen(answerPlainly(plainCalendar(1_000)));
    const { code } = await calproof(`compare ${other.url} ${url} --bisect --quiet --concurrency 2`);
    expect(code).toBe(0);
    expect(most).toBe(2);
  });

  test('is about right about what reading both whole takes', async () => {
    const small = plainCalendar(1_000);
    const { reading } = await bisect({ before: small, after: small });
    const { sent } = await compare({ before: small, after: small, more: '' });
    expect(Math.abs(reading.whole - sent)).toBeLessThan(0.15 * sent);
  });
});

test.each([
  ['a.ndjson.gz http://127.0.0.1:9 --bisect', /--bisect compares two URLs, but a.ndjson.gz is a file; give the URL/],
  ['before.json after.json --bisect', /--bisect compares two URLs, but before.json is a file/],
  ['http://127.0.0.1:9 http://127.0.0.1:9 --bisect --as anonymous', /leave out --as, or compare two snapshots/],
  ['a.gz b.gz --seed 7', /--seed draws the sample of --bisect; add --bisect, or leave out --seed/],
])('compare %s is a wrong use', async (words, expected) => {
  const { code, stderr } = await calproof(`compare ${words}`);
  expect(stderr).toMatch(expected);
  expect(code).toBe(2);
});
