import { quote } from '../wire/curl.js';
import type { RunReport } from './run-report-schema.js';

/** The command that judges the target of a run again, with the same inputs. */
export function toRerunCommand({ url, namespace, seed, effort, mode, now, profiles, strict }: RunReport): string {
  const place = ['calproof', 'check', quote(url), '--namespace', quote(namespace)];
  const words = [...place, '--seed', seed, '--effort', quote(effort), '--mode', quote(mode)];
  return [...words, '--profile', quote(profiles.join(',')), '--now', quote(now), ...(strict ? ['--strict'] : [])].join(
    ' ',
  );
}
