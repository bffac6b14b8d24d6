import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SITE, type SiteRow, toSiteJson, toSitePage, toSiteRow } from '../../reports/board/site-page.js';
import { type Expiry, type SiteTarget, standingOfTarget } from '../../reports/board/site-target.js';
import { targetFiles, toTargetFiles } from '../../reports/board/target-page.js';
import { toHistory } from '../../reports/history/history.js';
import { isJsonArray, isJsonObject } from '../../wire/json.js';
import { cannotJudge, wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { exists, jsonFilesIn, readJsonFile, toReason } from '../input/json-file.js';
import { readHistoryFolder } from '../output/history-folder.js';
import { createProgressLine } from '../output/progress-line.js';
import { type BoardSource, historyOf, readRun, refusePart } from './board-source.js';
import { firstClash, toFileName } from './target-list.js';

/** What a site is made of besides reports. */
export interface SiteOptions {
  readonly site: string;
  readonly history: string | undefined;
  readonly expiry: Expiry;
}

/** The index for programs, by which a folder is known as a site. */
const INDEX = 'site.json';

/**
 * The folders of targets that a site has already; none in a folder that is missing or empty. Throws a wrong use for a
 * folder with anything else: it belongs to somebody.
 */
export async function readSite(site: string, environment: Environment): Promise<readonly string[]> {
  await jsonFilesIn(site, environment);
  const path = resolve(environment.folder, site);
  const names = await readdir(path).catch(() => []);
  if (names.every((name) => name.startsWith('.'))) return [];
  const index = (await exists(join(path, INDEX))) ? await readJsonFile(join(site, INDEX), environment) : undefined;
  if (!isJsonObject(index) || index['format'] !== SITE)
    throw wrongUse(`${site} holds other files than a site of calproof; name a new folder.`);
  const targets = isJsonArray(index['targets']) ? index['targets'] : [];
  const folders = targets.map((one) => (isJsonObject(one) ? one['folder'] : undefined));
  return folders.filter((one): one is string => typeof one === 'string' && toFileName(one) === one);
}

/**
 * Writes a static site: an index of all targets, and pages of each one. Reports are read one after the other, so that many
 * fit. What a site has of targets that are not there any more goes.
 */
export async function writeSite(
  sources: readonly BoardSource[],
  options: SiteOptions,
  environment: Environment,
): Promise<readonly SiteRow[]> {
  const { site, expiry } = options;
  const twice = firstClash(sources.map(({ name }) => name));
  if (twice !== undefined)
    throw wrongUse(`Two reports are of targets by the name ${twice}; name a report after its target.`);
  const before = await readSite(site, environment);
  const progress = createProgressLine(environment, false);
  const rows: SiteRow[] = [];
  for (const source of sources) {
    const target = await readTarget(source, options, environment);
    await writeTarget(target.folder, toTargetFiles(target), { site, environment });
    rows.push(toSiteRow(target));
    progress.show({ done: rows.length, expected: sources.length, unit: 'page' });
  }
  progress.clear();
  const gone = before.filter((folder) => rows.every((row) => row.folder !== folder));
  for (const folder of gone) await writeTarget(folder, {}, { site, environment });
  const index = { 'index.html': toSitePage(rows, expiry), [INDEX]: toSiteJson(rows) };
  await writeFiles(site, index, environment);
  return rows;
}

async function readTarget(
  source: BoardSource,
  { history, expiry }: SiteOptions,
  environment: Environment,
): Promise<SiteTarget> {
  const run = await readRun(source, history, environment);
  refusePart(source.path, run.report);
  const entries = history === undefined ? [] : await readHistoryFolder(historyOf(history, run.name), environment);
  return {
    ...run,
    folder: toFileName(run.name),
    history: entries.length === 0 ? undefined : toHistory(entries),
    standing: standingOfTarget(run, expiry),
  };
}

type Files = Readonly<Record<string, string>>;

interface Place {
  readonly site: string;
  readonly environment: Environment;
}

/** Writes the files of a target, and removes those that it had and has no more; without any, its folder goes, too. */
async function writeTarget(name: string, files: Files, { site, environment }: Place): Promise<void> {
  const folder = join(site, 'targets', name);
  const path = resolve(environment.folder, folder);
  if (Object.keys(files).length > 0) await writeFiles(folder, files, environment);
  for (const file of targetFiles) if (files[file] === undefined) await rm(join(path, file), { force: true });
  await rmdir(path).catch(() => {});
}

async function writeFiles(folder: string, files: Files, environment: Environment): Promise<void> {
  const path = resolve(environment.folder, folder);
  try {
    await mkdir(path, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  } catch (error) {
    throw cannotJudge(`The site ${folder} could not be written: ${toReason(error)}.`);
  }
}
