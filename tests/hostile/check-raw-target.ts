import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { HostileRow, Phase } from './hostile-row.js';
import { type RawTarget, startRawTarget } from './raw-target.js';

/** What a command line did in a process of its own. */
interface Ended {
  /** Null when it took too long and was ended. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Hosts and ports to which it connected. */
  readonly contacted: readonly string[];
  /** The most memory it had, in MiB. */
  readonly peak: number;
}

/** A run against a hostile target. */
export interface HostileRun extends Ended {
  /** Host and port that were given. */
  readonly given: string;
  /** The reports, by their formats; undefined where none was written. */
  readonly reports: Readonly<Record<'json' | 'junit' | 'html', string | undefined>>;
  /** The clean-up that the output names, once the target is honest again; undefined where it names none. */
  readonly sweep: Ended | undefined;
  /** How many records were left in the end. */
  readonly left: number;
}

/** What has not ended by then hangs, even on a machine that does much else. In ms. */
const PATIENCE = 900_000;

/**
 * All requests of a run go the same way whatever they are about, so a few requirements that read and write show what a
 * target does to them, beside the 180 requests that learn it and the clean-up.
 */
const OPTIONS =
  '--effort quick --only events.create --only events.read --seed 7 --report json=run.json --report junit=run.xml --report html=run.html';

/** How long to wait for a silent target: its good responses may take a while on a machine that does much else. */
const SILENCE = { before: '1s', middle: '4s' } as const satisfies Record<Phase, string>;

/** Runs `check` on the target of a row, and what the output names to clean up after it. */
export async function checkRawTarget(cli: string, row: HostileRow, phase: Phase): Promise<HostileRun> {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-hostile-'));
  const target = await startRawTarget(row, phase);
  try {
    const trust = 'ca' in row ? ' --ca ca.pem' : '';
    const run = (line: string): Promise<Ended> =>
      runIn(folder, [cli, ...`${line}${trust}`.split(' ')], row.lookups ?? []);
    if ('ca' in row && row.ca !== undefined) writeFileSync(join(folder, 'ca.pem'), row.ca);
    const ended = await run(`check ${target.url} ${OPTIONS} --timeout ${row.isSilent ? SILENCE[phase] : '8s'}`);
    const sweep = await sweepAfter(ended, target, run);
    const reports = { json: read(folder, 'run.json'), junit: read(folder, 'run.xml'), html: read(folder, 'run.html') };
    return { ...ended, given: new URL(target.url).host, reports, sweep, left: target.count() };
  } finally {
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sweepAfter(
  { stdout, stderr }: Ended,
  target: RawTarget,
  run: (line: string) => Promise<Ended>,
): Promise<Ended | undefined> {
  const journal = /calproof sweep (\S+\.ndjson)/.exec(`${stdout}${stderr}`)?.[1];
  target.mend();
  return journal === undefined ? undefined : run(`sweep ${journal}`);
}

const observing = fileURLToPath(new URL('observe.mjs', import.meta.url));

async function runIn(folder: string, words: readonly string[], lookups: readonly string[]): Promise<Ended> {
  const file = join(folder, 'observed.json');
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: folder,
    CALPROOF_OBSERVED: file,
    CALPROOF_LOOKUPS: lookups.join(' '),
  };
  const child = spawn(process.execPath, ['--import', observing, ...words], { cwd: folder, env, timeout: PATIENCE });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const { contacted, peak } = JSON.parse(read(folder, 'observed.json') ?? '{"contacted":[],"peak":0}');
  rmSync(file, { force: true });
  return { code, stdout, stderr, contacted, peak: peak / 1024 };
}

function read(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}
