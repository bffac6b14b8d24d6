import { quote } from '../wire/curl.js';
import type { RunReport } from './run-report-schema.js';

/** The command that judges the target of a run again, with the same inputs. */
export function toRerunCommand(report: RunReport): string {
  const { url, namespace, seed, effort, mode, now, profiles, strict, only = [], skip = [] } = report;
  const place = ['calproof', 'check', quote(url), '--namespace', quote(namespace)];
  const words = [...place, '--seed', seed, '--effort', quote(effort), '--mode', quote(mode)];
  const selection = [...toList('--profile', profiles), ...toList('--only', only), ...toList('--skip', skip)];
  return [...words, ...selection, '--now', quote(now), ...(strict ? ['--strict'] : [])].join(' ');
}

const toList = (option: string, values: readonly string[]): readonly string[] =>
  values.length > 0 ? [option, quote(values.join(','))] : [];
