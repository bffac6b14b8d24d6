import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { PartHeader } from '../../../migration/capture/snapshot-part.js';
import type { RecordRange } from '../../../migration/snapshot/record-ranges.js';
import { calproof, createTestEnvironment } from '../cli/console.js';

const ALWAYS = { from: '1900-01-01', to: '2200-01-01' };
const SPRING = { from: '1900-01-01', to: '2026-06-30' };
const AUTUMN = { from: '2026-07-01', to: '2200-01-01' };

type Found = PartHeader['lists'][number];

const tags: Found = {
  list: { collection: 'tags', language: '', status: '' },
  before: 2,
  after: 2,
  windows: [],
};
const events: Found = {
  list: { collection: 'events', language: '', status: '' },
  before: 3,
  after: 3,
  windows: [],
};

const entry = (place: number, id: number, title: string, list = 'default'): string =>
  [place, `01:${id}`, '0000000', `"fields":{"title":"${title}"},"other":{}`, list].join('\t');

/** What each of two shards read: both the event on the border. */
const entries = [
  [entry(0, 1, 'red'), entry(0, 2, 'blue'), entry(4, 3, 'May'), entry(4, 5, 'Midsummer')],
  [entry(4, 4, 'August'), entry(4, 5, 'Midsummer')],
];

const lists: readonly (readonly Found[])[] = [
  [
    { ...tags, windows: [ALWAYS] },
    { ...events, windows: [SPRING] },
  ],
  [tags, { ...events, windows: [AUTUMN] }],
];

const partOf = (index: number, changed: Partial<PartHeader> = {}): PartHeader => ({
  'calproof-snapshot-part': 1,
  version: '0.1.0',
  url: 'https://example.org/wp-json',
  namespace: 'vendor/events/v1',
  taken: `2026-11-21T12:0${index}:00.000Z`,
  clauseSet: 'abc',
  options: { languageParameter: 'ml_language', pageSize: 100 },
  learned: { listStyle: 'comma' },
  shard: { index, count: 2 },
  lists: lists[index - 1] ?? [],
  volatile: [],
  unproved: [],
  lines: entries[index - 1]?.length ?? 0,
  ...changed,
});

/** A folder with parts `1.gz` and `2.gz`, changed as a test wants them. */
function folderWith(first: Partial<PartHeader> = {}, second: Partial<PartHeader> = {}): string {
  const { folder } = createTestEnvironment().environment;
  for (const [at, changed] of [first, second].entries()) {
    const lines = [JSON.stringify(partOf(at + 1, changed)), ...(entries[at] ?? [])];
    writeFileSync(join(folder, `${at + 1}.gz`), gzipSync(`${lines.join('\n')}\n`));
  }
  return folder;
}

const merge = (folder: string, line = 'merge 2.gz 1.gz -o whole.gz --questions none') => calproof(line, { folder });

const linesIn = (folder: string) =>
  gunzipSync(readFileSync(join(folder, 'whole.gz')))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('parts become the snapshot of the earliest: each record once, in order', async () => {
  const folder = folderWith({ volatile: ['events.views'] }, { unproved: ['a doubt'], volatile: ['events.hits'] });
  const { code, stdout, stderr } = await merge(folder);
  expect([code, stderr]).toEqual([0, '']);
  const [header, ...records] = linesIn(folder);
  expect(records.map(({ collection, id, lists: shown }) => [collection, id, shown])).toEqual([
    ['tags', '1', ['default']],
    ['tags', '2', ['default']],
    ['events', '3', ['default']],
    ['events', '4', ['default']],
    ['events', '5', ['default']],
  ]);
  expect(header).toEqual({
    'calproof-snapshot': 1,
    version: '0.1.0',
    url: 'https://example.org/wp-json',
    namespace: 'vendor/events/v1',
    taken: '2026-11-21T12:01:00.000Z',
    clauseSet: 'abc',
    options: { languageParameter: 'ml_language', pageSize: 100 },
    learned: { listStyle: 'comma' },
    records: { tags: 2, events: 3 },
    lists: { 'tags default': 2, 'events default': 3 },
    volatile: ['events.hits', 'events.views'],
    unproved: ['a doubt', 'records that appear in no list are not included'],
    windows: [
      { name: 'tags default', records: 2, digest: expect.stringMatching(/^[0-9a-f]{32}$/) },
      { name: 'events default', records: 3, digest: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ],
    ranges: header.ranges,
  });
  const ranges: readonly RecordRange[] = header.ranges;
  const sumOf = (collection: string) =>
    ranges.reduce((sum, one) => sum + (one.collection === collection ? one.records : 0), 0);
  expect([sumOf('tags'), sumOf('events')]).toEqual([2, 3]);
  expect(stdout).toContain('Wrote whole.gz with 2 tags, 3 events, after 0 requests.');
  expect(readdirSync(folder).sort()).toEqual(['1.gz', '2.gz', 'whole.gz']);
});

test('what parts do not prove together is stated', async () => {
  const grown = { ...events, windows: [AUTUMN], before: 3, after: 4 };
  const folder = folderWith({}, { lists: [{ ...tags, after: null }, grown], learned: { listStyle: 'brackets' } });
  await merge(folder);
  expect(linesIn(folder)[0].unproved).toEqual([
    'shards 1/2 and 2/2 learned different listStyle of the target',
    'tags default: the list has no total to compare with',
    'events default: 3 records were read, but the total of the list is between 3 and 4',
    'records that appear in no list are not included',
  ]);
});

test('a record that two parts show in two ways is stated, and kept once', async () => {
  const folder = folderWith();
  const [header = '', ...others] = gunzipSync(readFileSync(join(folder, '2.gz')))
    .toString()
    .split('\n');
  const renamed = others.map((line) => line.replace('Midsummer', 'Solstice'));
  writeFileSync(join(folder, '2.gz'), gzipSync([header, ...renamed].join('\n')));
  await merge(folder);
  const [{ unproved }, ...records] = linesIn(folder);
  expect(unproved).toContain('1 record changed during the read');
  expect(records.filter(({ id }) => id === '5').map(({ fields }) => fields.title)).toEqual(['Midsummer']);
});

describe('parts that cannot be joined are refused', () => {
  test.each<[Partial<PartHeader>, string]>([
    [
      { url: 'https://example.com/wp-json' },
      'These are not shards of one snapshot: the target differs, https://example.com/wp-json (vendor/events/v1) in ' +
        '2.gz, https://example.org/wp-json (vendor/events/v1) in 1.gz; only parts of one snapshot can be joined.',
    ],
    [
      { version: '0.2.0' },
      'These are not shards of one snapshot: the version of calproof differs, 0.2.0 in 2.gz, 0.1.0 in 1.gz; take all ' +
        'parts with one.',
    ],
    [
      { identities: ['anonymous'] },
      'These are not shards of one snapshot: the choice of identities differs, anonymous in 2.gz, none in 1.gz; give ' +
        'each shard the same --as.',
    ],
    [
      { options: { languageParameter: 'lang', pageSize: 100 } },
      'These are not shards of one snapshot: the language parameter differs, lang in 2.gz, ml_language in 1.gz; give ' +
        'each shard the same --language-parameter.',
    ],
    [
      { shard: { index: 2, count: 3 } },
      'These are not shards of one snapshot: the number of shards differs, 3 in 2.gz, 2 in 1.gz; give each the same N ' +
        'in --shard I/N.',
    ],
    [{ shard: { index: 1, count: 2 } }, '2.gz and 1.gz are both shard 1 of 2; give one.'],
    [{ lines: 3 }, '2.gz holds 2 of its 3 lines: take shard 2/2 again.'],
    [
      { lists: [tags, { ...events, windows: [{ ...AUTUMN, from: '2026-07-03' }] }] },
      'No part holds events default 2026-07-01..2026-07-02: lists changed between the starts of the shards. Take shard ' +
        '1/2 again.',
    ],
    [
      { lists: [tags, events] },
      'No part holds events default 2026-07-01..2200-01-01: lists changed between the starts of the shards. Take shard ' +
        '1/2 again.',
    ],
    [
      { lists: [tags, { ...events, windows: [AUTUMN] }, { ...events, list: { ...events.list, status: 'draft' } }] },
      'No part holds events draft: lists changed between the starts of the shards. Take shard 1/2 again.',
    ],
  ])('for %j', async (changed, sentence) => {
    const folder = folderWith({}, changed);
    const { code, stdout, stderr } = await merge(folder);
    expect([code, stdout, stderr]).toEqual([2, '', `${sentence}\n`]);
    expect(readdirSync(folder).sort()).toEqual(['1.gz', '2.gz']);
  });

  test.each([
    ['merge 2.gz -o whole.gz', 'The parts of 1 of 2 shards are missing: 1/2.'],
    ['merge 1.gz 2.gz', 'Give the file for the whole snapshot: calproof merge PART... -o FILE.'],
    ['merge 1.gz 2.gz -o 1.gz', '1.gz is one of the parts; give another file for the whole snapshot.'],
    [
      'merge 1.gz report.json -o whole.gz',
      '1.gz is a part of a snapshot and report.json is a report; give the files of one kind.',
    ],
    [
      'merge 1.gz 2.gz -o whole.gz --report json=a.json',
      '--report is for reports of check; a snapshot is written to -o FILE.',
    ],
    [
      'merge report.json --max-requests 9',
      '--max-requests is for parts of a snapshot; the report of a run is written with --report FORMAT=FILE, and sends ' +
        'no request.',
    ],
    ['merge 1.gz none.gz -o whole.gz', 'none.gz cannot be read as a snapshot: there is no such file or folder.'],
    [
      'merge other.gz -o whole.gz',
      'other.gz is no part of a snapshot; give files written by calproof snapshot URL --shard I/N -o FILE.',
    ],
    ['compare 1.gz 2.gz', '1.gz is shard 1/2 of a snapshot; join it with calproof merge.'],
    [
      'snapshot http://127.0.0.1:9 -o a.gz --shard 1/2 --questions few',
      'A shard asks no questions: calproof merge asks them about the whole; give --questions to it.',
    ],
  ])('%s', async (line, sentence) => {
    const folder = folderWith();
    writeFileSync(join(folder, 'report.json'), '{}');
    writeFileSync(join(folder, 'other.gz'), gzipSync('{"a":1}\n'));
    const { code, stdout, stderr } = await merge(folder, line);
    expect([code, stdout, stderr]).toEqual([2, '', `${sentence}\n`]);
    expect(readdirSync(folder).sort()).toEqual(['1.gz', '2.gz', 'other.gz', 'report.json']);
  });

  test('a whole snapshot is no part of one', async () => {
    const folder = folderWith();
    await merge(folder);
    const { code, stderr } = await merge(folder, 'merge whole.gz -o other.gz');
    expect([code, stderr]).toEqual([
      2,
      'whole.gz is a whole snapshot, not a part of one (calproof snapshot --shard I/N).\n',
    ]);
  });
});

test('a target that cannot be asked is no reason to lose anything', async () => {
  const url = 'http://127.0.0.1:9/wp-json';
  const folder = folderWith({ url }, { url });
  const { code, stderr } = await merge(folder, 'merge 1.gz 2.gz -o whole.gz');
  expect(code).toBe(3);
  expect(stderr).toMatch(/127\.0\.0\.1:9.* The parts are kept: repeat the command, or .* --questions none\.\n$/);
  expect(readdirSync(folder).sort()).toEqual(['1.gz', '2.gz']);
});
