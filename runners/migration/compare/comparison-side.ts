import { join, resolve } from 'node:path';
import type { RunReport } from '../../../reports/run-report-schema.js';
import type { Environment } from '../../input/environment.js';
import { toAddress } from '../../input/service-address.js';
import type { ReadFlags } from '../../options/command-flags.js';
import { createProgressLine } from '../../output/progress-line.js';
import { readReportFile } from '../../output/report-file.js';
import { isGzip } from '../gzip-lines.js';
import { openSnapshot, type Snapshot } from '../snapshot-file.js';
import { openSource, type Source } from '../snapshot-source.js';
import { ofRecords, takeSnapshot, toMeta } from '../take-snapshot.js';

/** One of two that are compared: a snapshot, one that was just taken of a URL, or a report. */
export type OpenedSide =
  | { readonly kind: 'snapshot'; readonly name: string; readonly snapshot: Snapshot }
  | { readonly kind: 'live'; readonly name: string; readonly snapshot: Snapshot; readonly source: Source }
  | { readonly kind: 'report'; readonly name: string; readonly report: RunReport };

/** How one side of a comparison is opened: a URL, a snapshot or a report. */
interface SideOptions {
  readonly flags: ReadFlags & { readonly quiet?: boolean };
  readonly environment: Environment;
  /** Where files may be put. */
  readonly folder: string;
}

/** Whether a side is named by a URL and not by a file. */
export const isUrl = (name: string): boolean => /^https?:\/\//i.test(name);

/** Opens a file or URL for comparing. Throws a wrong use for what is neither a snapshot nor a report. */
export async function openSide(name: string, options: SideOptions): Promise<OpenedSide> {
  const { environment } = options;
  if (isUrl(name)) return takeLive(name, options);
  if (await isGzip(resolve(environment.folder, name))) {
    return { kind: 'snapshot', name, snapshot: await openSnapshot(name, environment) };
  }
  return { kind: 'report', name, report: await readReportFile(name, environment) };
}

async function takeLive(name: string, { flags, environment, folder }: SideOptions): Promise<OpenedSide> {
  const source = await openSource(toAddress(name, flags.namespace), flags, environment);
  const teller = createProgressLine(environment, flags.quiet === true);
  try {
    const path = join(folder, `live-${new URL(name).host.replaceAll(':', '-')}-${Date.now()}.ndjson.gz`);
    const meta = toMeta(source, { taken: new Date(environment.clock.now()).toISOString() });
    const progress = { meta, plan: undefined, done: new Map(), doubts: [] };
    await takeSnapshot({
      source,
      path,
      progress,
      resumed: false,
      questions: 'none',
      onProgress: ofRecords(teller.show),
    });
    return { kind: 'live', name, source, snapshot: await openSnapshot(path, environment) };
  } catch (error) {
    await source.close();
    throw error;
  } finally {
    teller.clear();
  }
}
