/** A site of 200 targets, from the recorded reports of a target that conforms and of one that does not. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calproof, createTestEnvironment } from './cli/console.js';
import { listenFaulty } from './faulty-proxy.js';

const LONG = 600_000;
const NOW = '2026-11-30T12:00:00Z';
const MOST = 400_000;

/** The reports of one target before and after its fault was mended, as texts. */
async function record(folder: string): Promise<readonly string[]> {
  const { url, mend } = await listenFaulty('venues.create.zip-lost');
  const check = `check ${url} --effort quick --seed 7 --now ${NOW}`;
  await calproof(`${check} --report json=broken.json`, { folder });
  mend();
  await calproof(`${check} --report json=right.json`, { folder });
  return ['broken.json', 'right.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
}

const days = (count: number): string => new Date(Date.parse(NOW) - count * 24 * 3_600_000).toISOString();

test(
  'is made of whole runs: a small index, every page, and the same bytes again',
  async () => {
    const { folder } = createTestEnvironment().environment;
    const recorded = await record(folder);
    mkdirSync(join(folder, 'reports'));
    for (let at = 0; at < 200; at++) {
      const report = JSON.parse(recorded[at % 5 === 0 ? 0 : 1] ?? '');
      const target = { ...report, url: `http://calendar-${at}.example`, started: days(at % 100) };
      writeFileSync(join(folder, 'reports', `calendar-${at}.json`), JSON.stringify(target));
    }
    const make = (site: string) => calproof(`board reports --site ${site} --history kept --now ${NOW}`, { folder });
    expect(await make('site')).toMatchObject({
      code: 0,
      stdout: '200 targets: 36 deviate, 144 conform, 20 expired. Open site/index.html for details.\n',
    });
    await make('again');
    const paths = readdirSync(join(folder, 'site'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, 'site').length + 1));
    expect(paths).toHaveLength(2 + 200 * 3);
    const unlike = paths.filter((path) => {
      const [one, other] = ['site', 'again'].map((site) => readFileSync(join(folder, site, path)));
      return !one || !other || !one.equals(other);
    });
    expect(unlike).toEqual([]);
    expect(statSync(join(folder, 'site', 'index.html')).size).toBeLessThan(MOST);
  },
  LONG,
);
