import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { createLimit } from '../../wire/client/admission.js';
import { expectValid } from '../reports/formats/valid-reports.js';
import { buildCli } from '../runners/built.js';
import { allTroubles, toPattern } from '../runners/connection/all-troubles.js';
import { bodyRows } from './body-rows.js';
import { checkRawTarget, type HostileRun } from './check-raw-target.js';
import { connectionRows } from './connection-rows.js';
import { contentRows } from './content-rows.js';
import { headRows } from './head-rows.js';
import type { HostileRow, Phase } from './hostile-row.js';
import { tlsRows } from './tls-rows.js';

const classes = { connectionRows, tlsRows, headRows, bodyRows, contentRows };

const rows = Object.values(classes)
  .flat()
  .toSorted((one, other) => one.number - other.number);

const nameOf = ({ number, title }: HostileRow, phase: Phase): string => `${number}: ${title}, ${phase}`;

const phasesOf = (row: HostileRow): readonly Phase[] => row.phases ?? ['before'];

const cases = rows.flatMap((row) => phasesOf(row).map((phase) => ({ name: nameOf(row, phase), row, phase })));

/** In MiB. */
const MOST_MEMORY = 300;

const troubles = Object.values(allTroubles).flatMap((some) => Object.values(some).map(toPattern));

/** What a terminal may obey. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Cf}]/u;

/** Says why there is no run in one sentence that people know, or what came of the run. */
function expectSentence({ code, stdout, stderr }: HostileRun): void {
  const output = `${stdout}${stderr}`;
  expect([0, 1, 3]).toContain(code);
  expect(output).not.toMatch(CONTROLS);
  expect(output).not.toContain('calproof itself failed');
  const isKnown = troubles.some((pattern) => pattern.test(stderr.trimEnd()));
  expect(isKnown || /^The target /m.test(output), output).toBe(true);
}

async function expectReports({ reports }: HostileRun): Promise<void> {
  await expectValid.json(reports.json ?? '');
  await expectValid.junit(reports.junit ?? '');
  expect(reports.html).toMatch(/<\/html>\s*$/);
}

let cli = '';
beforeAll(() => {
  cli = buildCli('calproof-hostile-tests');
}, 600_000);

const runs = new Map<string, HostileRun>();

/** More runs at once would only wait for each other: a target that is slow must be so for its own reasons. */
const limited = createLimit(3);

test.concurrent.each(cases)('$name', { timeout: 2_000_000 }, async ({ name, row, phase }) => {
  const run = await limited(() => checkRawTarget(cli, row, phase));
  runs.set(name, run);
  expectSentence(run);
  await expectReports(run);
  expect(run.contacted.filter((at) => at !== run.given)).toEqual([]);
  expect(run.peak).toBeLessThanOrEqual(MOST_MEMORY);
  expect(run.left, run.stdout).toBe(0);
});

/** A host that drops packets cannot be served here. */
const UNSERVED = 7;

test('every target of the list is run', () => {
  const numbers = Array.from({ length: 48 }, (_, at) => at + 1).filter((number) => number !== UNSERVED);
  expect([...new Set(rows.map(({ number }) => number))]).toEqual(numbers);
});

test.each(Object.entries(classes))('some of %s are run in each phase', (_, some) => {
  expect(new Set(some.flatMap(phasesOf))).toEqual(new Set(['before', 'middle']));
});

const page = fileURLToPath(new URL('../../docs/hostile.md', import.meta.url));

/** What stands before and after the table is written by hand. */
const TABLE = /(<!-- The table .*? -->\n\n)[^]*(\n<!-- table end -->)/;

/** The exit code and the sentence, but for what differs each time. */
function toOutcome(run: HostileRun | undefined): string {
  if (!run) return '-';
  const { code, stdout, stderr, given } = run;
  const concluded = /^The target (?:conforms|deviates|could not be judged|stopped answering)/m.exec(stdout)?.[0];
  const sentence =
    concluded === undefined
      ? stderr
          .trimEnd()
          .replaceAll(given, 'HOST')
          .replace(/[\d,]+ octets/, 'N octets')
      : `${concluded}.`;
  return `${code}: ${sentence.replaceAll('|', '\\|')}`;
}

function toRow(row: HostileRow): string {
  const [before, middle] = (['before', 'middle'] as const).map((phase) => toOutcome(runs.get(nameOf(row, phase))));
  return `| ${row.number} | ${row.title} | ${before} | ${middle} |`;
}

test('docs/hostile.md states what was seen', async () => {
  const before = readFileSync(page, 'utf8');
  expect(before).toMatch(TABLE);
  const table = [
    '| # | The target | Before the run | In the middle of it |',
    '| --: | --- | --- | --- |',
    ...rows.map(toRow),
  ];
  const now = before.replace(TABLE, (_, start: string, end: string) => `${start}${table.join('\n')}\n${end}`);
  await expect(now).toMatchFileSnapshot(page);
});
