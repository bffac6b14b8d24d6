import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Comparison } from '../../../migration/findings/comparison-result.js';
import type { SnapshotHeader } from '../../../migration/snapshot/snapshot-header.js';
import { calproof, createTestEnvironment, type Finished } from '../cli/console.js';
import { listen } from '../targets.js';
import { answerPlainly, plainCalendar, type PlainCalendar, type PlainRecord } from './plain-calendar.js';

const calendar = plainCalendar(9_000);
const { events } = calendar;

const inOrder = (all: readonly PlainRecord[]): PlainCalendar => ({
  ...calendar,
  events: all.toSorted((one, other) => (String(one['start_date']) < String(other['start_date']) ? -1 : 1)),
});

function event(at: number): PlainRecord {
  const found = events[at];
  if (!found) throw new Error(`there is no event ${at}`);
  return found;
}

const added = (at: number): PlainRecord => ({ ...event(at), id: 90_000 + at, title: `New ${at}`, slug: `new-${at}` });
const edited = (at: number, fields: Readonly<Record<string, unknown>>) => events.with(at, { ...event(at), ...fields });
const renamed = (all: readonly PlainRecord[]) => all.map((one) => ({ ...one, title: `${String(one['title'])} (new)` }));

interface Line {
  readonly id: string;
  readonly collection: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

function snapshotOf(folder: string, file: string) {
  const [first = '', ...others] = gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .trimEnd()
    .split('\n');
  const records = others.map((line) => JSON.parse(line) as Line & { readonly slices: unknown });
  return {
    header: JSON.parse(first) as SnapshotHeader,
    records: records.map(({ slices: _slices, ...record }) => record),
  };
}

const newFolder = (): string => createTestEnvironment().environment.folder;

/** A target that changes while its address stays. */
async function open(first: PlainCalendar) {
  let current = first;
  const { url, requests } = await listen((request, response) => answerPlainly(current)(request, response));
  return { url, requests, become: (next: PlainCalendar) => void (current = next) };
}

const succeed = async (line: string, folder: string): Promise<Finished> => {
  const finished = await calproof(line, { folder });
  expect([finished.code, finished.stderr]).toEqual([0, '']);
  return finished;
};

/** Takes a snapshot of a calendar, of the same with changes since then, and a full one of these. */
async function takeSince(after: PlainCalendar, more = '--seed 7') {
  const folder = newFolder();
  const { url, requests, become } = await open(calendar);
  const take = (file: string, words = '') =>
    succeed(`snapshot ${url} -o ${file}.gz --quiet --questions none ${words}`, folder);
  await take('old');
  become(after);
  const before = requests.length;
  const { stdout } = await take('new', `--since old.gz ${more}`);
  const sent = requests.length - before;
  await take('full');
  return { folder, url, become, stdout, sent, whole: requests.length - before - sent, ...snapshotOf(folder, 'new.gz') };
}

const same = { since: expect.anything(), records: { events: 9_000, venues: 300 } };

describe('snapshot --since', { timeout: 240_000 }, () => {
  test('of what did not change sends few requests, and says what it did not read', async () => {
    const { folder, stdout, sent, whole, header, records } = await takeSince(calendar);
    expect(header).toMatchObject(same);
    expect(records).toEqual(snapshotOf(folder, 'full.gz').records);
    expect(sent).toBeLessThan(whole / 2);
    expect(stdout).toMatch(/Took over \d+ of \d+ windows from the snapshot of 20.*Z \(--seed 7\)\./);
    expect(stdout).toMatch(/Not proved: events: 9,000 of 9,000 records were taken over .*a sample of \d+ records/);
    expect(header.unproved.join('; ')).toContain('changed fields outside the sample are not seen');
    expect(header.since?.records).toEqual({ events: 9_000, venues: 300 });
    expect(readdirSync(folder).sort()).toEqual(['full.gz', 'new.gz', 'old.gz']);
  });

  test.each([
    { name: 'an event is added', after: [...events, added(4_000)] },
    { name: 'events are removed', after: events.filter((_, at) => at % 3_000 !== 10) },
    {
      name: 'an event is added before all others',
      after: [...events, { ...added(1), start_date: '1950-05-05 10:00:00' }],
    },
    { name: 'an event moves to another window', after: edited(100, { start_date: '2025-08-01 10:00:00' }) },
    {
      name: 'an event moves to another window and another one takes its place',
      after: [...edited(100, { start_date: '2025-08-01 10:00:00' }), added(101)],
    },
    { name: 'all titles change', after: renamed(events) },
    { name: 'no event is left of a window', after: events.slice(3_500) },
  ])('reads what totals and samples show: $name', async ({ after }) => {
    const { folder, header, records } = await takeSince(inOrder(after));
    const full = snapshotOf(folder, 'full.gz');
    expect(records).toEqual(full.records);
    expect(header.lists).toEqual(full.header.lists);
    expect(header.unproved.filter((sentence) => /but the total|changed during/.test(sentence))).toEqual([]);
  });

  test('reads a window whole where its sample shows a changed record', async () => {
    const window = events.filter(({ start_date }) => String(start_date) < '2024-03-01');
    const { folder, header, records } = await takeSince(inOrder([...renamed(window), ...events.slice(window.length)]));
    expect(records).toEqual(snapshotOf(folder, 'full.gz').records);
    expect(header.since?.records['events']).toBeLessThan(9_000 - window.length);
    expect(header.since?.records['events']).toBeGreaterThan(0);
  });

  test('does not see a changed field outside the sample, and compare does not call it equal', async () => {
    const after = edited(4_321, { description: 'Bring nothing.' });
    const { folder, header } = await takeSince(inOrder(after));
    expect(header.since?.records['events']).toBe(9_000);
    const unseen = await calproof('compare old.gz new.gz --report json=c.json', { folder });
    expect(unseen.stdout).toMatch(/9,000 records matched.*; 9,000 of those after were taken over\s+unread/);
    expect(unseen.stdout).toContain('No differences in what was read.');
    const comparison = JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8')) as Comparison;
    expect(comparison.takenOver).toEqual({ before: {}, after: { events: 9_000, venues: 300 } });
    expect(comparison.notes.join('; ')).toMatch(/after: events: 9,000 of 9,000 records were taken over/);
    const seen = await calproof('compare old.gz full.gz', { folder });
    expect(seen.code).toBe(1);
    expect(seen.stdout).not.toContain('in what was read');
  });

  test('of a snapshot that took over itself keeps when each window was read', async () => {
    const { folder, url, become } = await takeSince(inOrder([...events, added(4_000)]));
    become(inOrder([...events, added(4_000), added(8_000)]));
    await succeed(`snapshot ${url} -o newer.gz --quiet --questions none --since new.gz --seed 9`, folder);
    const [old, middle] = [snapshotOf(folder, 'old.gz'), snapshotOf(folder, 'new.gz')];
    const { header } = snapshotOf(folder, 'newer.gz');
    const times = new Set(header.windows?.map(({ read }) => read));
    expect(times).toEqual(new Set([undefined, old.header.taken, middle.header.taken]));
    expect(header.records['events']).toBe(9_002);
    expect(header.since?.taken).toBe(middle.header.taken);
  });

  test('reads again what somebody changed in the file of the earlier snapshot', async () => {
    const { folder, url } = await takeSince(calendar);
    const text = gunzipSync(readFileSync(join(folder, 'old.gz'))).toString();
    const changed = text.replace('Bring number 4321.', 'Bring number 9999.');
    expect(changed).not.toBe(text);
    writeFileSync(join(folder, 'changed.gz'), gzipSync(changed));
    await succeed(`snapshot ${url} -o again.gz --quiet --questions none --since changed.gz`, folder);
    expect(snapshotOf(folder, 'again.gz').records).toEqual(snapshotOf(folder, 'full.gz').records);
  });

  test('goes on after its requests are spent, with the same earlier snapshot alone', async () => {
    const after = inOrder(renamed(events));
    const { folder, url } = await takeSince(after);
    const line = `snapshot ${url} -o cut.gz --quiet --questions none`;
    const spent = await calproof(`${line} --since old.gz --max-requests 300`, { folder });
    expect([spent.code, spent.stderr]).toEqual([3, expect.stringContaining('--resume to continue')]);
    const other = await calproof(`${line} --since full.gz --resume`, { folder });
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--since and --shard')]);
    await succeed(`${line} --since old.gz --resume`, folder);
    expect(snapshotOf(folder, 'cut.gz').records).toEqual(snapshotOf(folder, 'full.gz').records);
  });
});

describe('snapshot --since refuses', () => {
  let folder = '';
  let url = '';

  beforeAll(async () => {
    folder = newFolder();
    const few = plainCalendar(100);
    const target = createServer(answerPlainly(few));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const address = target.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    await succeed(`snapshot ${url} -o old.gz --quiet --questions none`, folder);
    target.closeAllConnections();
    target.close();
    const text = gunzipSync(readFileSync(join(folder, 'old.gz'))).toString();
    const write = (file: string, changed: string) => writeFileSync(join(folder, file), gzipSync(changed));
    const { windows: _windows, ...header } = JSON.parse(text.split('\n')[0] ?? '') as SnapshotHeader;
    write('without-windows.gz', `${JSON.stringify(header)}\n`);
    write('of-other-form.gz', text.replace('{"calproof-snapshot":1', '{"calproof-snapshot":9'));
    write('of-other-version.gz', text.replace(/"version":"[^"]*"/, '"version":"0.0.1"'));
    write('of-other-clauses.gz', text.replace(/"clauseSet":"[^"]*"/, '"clauseSet":"abc"'));
    write('none.gz', '{"a":1}\n');
  });

  // Nothing listens there any more: each is refused before anything is sent.
  test.each([
    ['another target', 'http://127.0.0.1:9 --since old.gz', /another target, .* instead of http:\/\/127\.0\.0\.1:9/],
    ['another namespace', 'URL --namespace other/v1 --since old.gz', /another target, .*instead of .*other\/v1/],
    ['other identities', 'URL --as anonymous --since old.gz', /choice of identities, none instead of anonymous/],
    ['another parameter', 'URL --language-parameter lang --since old.gz', /language parameter, ml_language instead of/],
    ['a file without windows', 'URL --since without-windows.gz', /states no windows/],
    ['another form', 'URL --since of-other-form.gz', /a snapshot in form 9, but this version .* reads form 1/],
    ['another version', 'URL --since of-other-version.gz', /another version of calproof, 0\.0\.1 instead of/],
    ['other clauses', 'URL --since of-other-clauses.gz', /another set of clauses; take a snapshot without --since/],
    ['what is no snapshot', 'URL --since none.gz', /is not a snapshot/],
    ['a missing file', 'URL --since missing.gz', /there is no such file/],
    ['its own output', 'URL --since ./new.gz', /is the earlier snapshot; give another file/],
    ['a shard', 'URL --since old.gz --shard 1/2', /leave out --shard, or --since/],
    ['a seed alone', 'URL --seed 3', /--seed draws the sample of --since/],
  ])('%s', async (_, words, message) => {
    const { code, stderr } = await calproof(`snapshot ${words.replace('URL', url)} -o new.gz`, { folder });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readdirSync(folder).filter((name) => name.startsWith('new'))).toEqual([]);
  });
});
