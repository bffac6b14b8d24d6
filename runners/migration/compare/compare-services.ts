import { type Comparison, COMPARISON } from '../../../migration/findings/comparison-result.js';
import { version } from '../../../wire/package.js';
import { wrongUse } from '../../input/command-error.js';
import type { Environment } from '../../input/environment.js';
import { toAddress } from '../../input/service-address.js';
import { bisectServices } from './bisect-services.js';
import { isUrl } from './comparison-side.js';
import type { FileSorting } from '../file-sorting.js';
import { openSource, type Source } from '../snapshot-source.js';
import type { CompareFlags } from '../../options/command-flags.js';
import { createProgressLine } from '../../output/progress-line.js';

/** The two that are compared, as given. */
export type Names = readonly [before: string, after: string];

/** How they are compared. */
export interface Comparing {
  readonly flags: CompareFlags;
  readonly environment: Environment;
  readonly sorting: FileSorting;
}

/** What cannot be combined with `--bisect`, or does nothing without it. */
export function refuseUnfit(names: Names, { bisect, seed, as }: CompareFlags): void {
  if (!bisect && seed !== undefined) {
    throw wrongUse('--seed draws the sample of --bisect; add --bisect, or leave out --seed.');
  }
  if (!bisect) return;
  const file = names.find((name) => !isUrl(name));
  if (file !== undefined) {
    throw wrongUse(
      `--bisect compares two URLs, but ${file} is a file; give the URL of the service, or leave out --bisect.`,
    );
  }
  if (as && as.length > 0) {
    throw wrongUse(
      '--bisect does not read as other identities; leave out --as, or compare two snapshots that were taken with --as.',
    );
  }
}

/** Opens both services, and compares parts of them. */
export async function compareServices(
  [before, after]: Names,
  { flags, environment, sorting }: Comparing,
): Promise<Comparison> {
  const { failOn, map = [], seed = environment.randomSeed(), quiet = false } = flags;
  const { show, clear } = createProgressLine(environment, quiet);
  const opened: Source[] = [];
  const openOne = async (name: string): Promise<Source> => {
    const source = await openSource(toAddress(name, flags.namespace), flags, environment);
    opened.push(source);
    return source;
  };
  try {
    const sources = { a: await openOne(before), b: await openOne(after) };
    const names = { a: before, b: after };
    const onProgress = (done: number): void => show({ done, expected: undefined, unit: 'record' });
    const compared = await bisectServices({ sources, names, map, seed, sorting, environment, onProgress });
    return { format: COMPARISON, version, failOn, ...compared };
  } finally {
    clear();
    for (const source of opened) await source.close();
  }
}
