import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Trouble, Troubles } from '../../wire/preflight/trouble-catalogue.js';
import { allTroubles } from './connection/all-troubles.js';

const page = fileURLToPath(new URL('../../docs/troubleshooting.md', import.meta.url));

/** What stands before and after the tables is written by hand. */
const MADE = /(<!-- The tables .*? -->\n\n)[^]*(<!-- tables end -->)/;

const toSlot = (_: string, slot: string): string => (slot === 'title' ? ', "TITLE"' : slot.toUpperCase());
const toCell = (text: string): string => text.replaceAll(/\{(\w+)\}/g, toSlot).replaceAll('|', '\\|');
const toRow = ({ seen, means, advice }: Trouble): string => `| ${[seen, means, advice].map(toCell).join(' | ')} |`;

function toTable([heading, troubles]: readonly [string, Troubles]): string {
  const head = [`## ${heading}`, '', '| It says | It means | What to do |', '| --- | --- | --- |'];
  return [...head, ...Object.values(troubles).map(toRow), '', ''].join('\n');
}

test('the page on troubleshooting says what the program says', async () => {
  const before = readFileSync(page, 'utf8');
  expect(before).toMatch(MADE);
  const tables = Object.entries(allTroubles).map(toTable).join('');
  const now = before.replace(MADE, (_, open: string, end: string) => `${open}${tables}${end}`);
  await expect(now).toMatchFileSnapshot(page);
});
