/**
 * Makes the pictures of docs/first-run.md and docs/reading-a-report.md from real runs: the reference server as it is, with
 * faults of the zoo before it, and both side by side. Needs Chromium (CALPROOF_CHROMIUM names one elsewhere).
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { createReferenceServer } from '../build/reference-server/index.js';
import { escapeHtml } from '../build/reports/html/html-template.js';
import { runCli } from '../build/runners/cli/cli.js';
import { systemClock } from '../build/wire/clock.js';
import { deployments } from '../build/zoo/compositions/deployments.js';
import { faults } from '../build/zoo/faults/index.js';
import { openProxy } from '../build/zoo/intercept/intercepting-proxy.js';
import { createWireView } from '../build/zoo/intercept/wire-view.js';

const PICTURES = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const FAULTS = ['venues.create.zip-lost', 'events.by-slug.read.description-lost', 'events.create.start-hour-early'];
const COMMON = ['--seed', '7', '--now', '2026-11-21T09:00:00Z', '--quiet'];

/** The pictures: a page, a position in it, and the window. */
const shots = [
  { name: 'first-screen', page: 'broken', size: [1120, 800] },
  { name: 'first-screen-dark', page: 'broken', size: [1120, 800], colorScheme: 'dark' },
  { name: 'passing', page: 'right', size: [1120, 620] },
  { name: 'failure', page: 'broken', place: '#venues.fields.zip', size: [1120, 900] },
  { name: 'matrix', page: 'broken', place: '#matrix', size: [1120, 760] },
  { name: 'board', page: 'board', size: [1120, 700] },
  { name: 'terminal', page: 'broken-terminal', size: [960, 820], fullPage: true },
  { name: 'wide-spread', page: 'wide-spread', size: [1120, 800] },
  { name: 'wide-spread-terminal', page: 'wide-spread-terminal', size: [960, 820], fullPage: true },
  { name: 'narrow', page: 'broken', size: [390, 800] },
];

const folder = mkdtempSync(join(tmpdir(), 'calproof-pictures-'));

const quiet = { write: () => {}, isTerminal: false, columns: undefined };

const calproof = (words, stdout = quiet) =>
  runCli(words, {
    stdout,
    stderr: { ...quiet, write: (text) => process.stderr.write(text) },
    variables: { FORCE_COLOR: '1' },
    clock: systemClock,
    folder,
    temporaryFolder: tmpdir(),
    signal: new AbortController().signal,
    randomSeed: () => 7,
    announceJournal: () => {},
  });

/** Judges the reference server behind some of the zoo; draws also a run of some requirements as a terminal shows it. */
async function judge(name, placed, only) {
  const server = createReferenceServer();
  const { origin } = new URL((await server.listen()).url);
  const lens = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });
  const broken = placed.map((one) => one.create(1, lens, systemClock));
  const intercept = broken.reduce(
    (inner, outer) => (request, next) => outer(request, (passed) => inner(passed, next)),
    (request, next) => next(request),
  );
  const proxy = await openProxy({ origin, intercept });
  const reports = ['--report', `html=${name}.html`, '--report', `json=${name}.json`];
  await calproof(['check', proxy.origin, ...COMMON, ...reports]);
  if (only !== undefined) await drawTerminal(name, proxy.origin, only);
  await proxy.close();
  await server.close();
}

/** The terminal codes for text styles, as CSS. */
const styles = {
  1: 'font-weight:bold',
  2: 'opacity:.65',
  7: 'background:#f47067;color:#1c2128',
  31: 'color:#f47067',
  32: 'color:#6bc46d',
  33: 'color:#daaa3f',
};

const ESCAPE = String.fromCodePoint(27);

/** The text of a terminal as markup: each code opens a style, and each code that ends one ends all. */
function toMarkup(text) {
  let open = 0;
  const markup = escapeHtml(text).replaceAll(new RegExp(`${ESCAPE}\\[(\\d+)m`, 'g'), (_, code) => {
    if (styles[code] === undefined) {
      const ends = '</span>'.repeat(open);
      open = 0;
      return ends;
    }
    open += 1;
    return `<span style="${styles[code]}">`;
  });
  return `<body style="margin:0;background:#1c2128"><pre style="margin:24px;color:#adbac7;font:14px/1.45 monospace;white-space:pre">${markup}`;
}

async function drawTerminal(name, url, only) {
  let text = '';
  const words = ['check', url, ...only];
  const columns = 104;
  await calproof([...words, '--seed', '7'], { write: (part) => (text += part), isTerminal: false, columns });
  writeFileSync(join(folder, `${name}-terminal.html`), toMarkup(`$ calproof ${words.join(' ')}\n${text}`));
}

async function photograph(
  browser,
  { name, page: file, place = '', size: [width, height], colorScheme = 'light', fullPage = false },
) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(pathToFileURL(join(folder, `${file}.html`)).href + place);
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
  await page.close();
}

try {
  mkdirSync(PICTURES, { recursive: true });
  await judge('right', []);
  await judge(
    'broken',
    faults.filter(({ id }) => FAULTS.includes(id)),
    ['--only', 'venues'],
  );
  await judge(
    'wide-spread',
    deployments.filter(({ id }) => id === 'wide-spread'),
    [],
  );
  await calproof(['board', 'right.json', 'broken.json', '-o', 'board.html']);
  const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];
  const executablePath = process.env['CALPROOF_CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args });
  for (const shot of shots) await photograph(browser, shot);
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
