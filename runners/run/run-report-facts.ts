import { clauseOf, isClauseId, toClauseSetHash } from '../../contract/clauses/clauses.js';
import type { RunEnd } from '../../kernel/run-event.js';
import type { RunFacts } from '../../reports/run-report-schema.js';
import { toRunReport } from '../../reports/run-report.js';
import { toCurl } from '../../wire/curl.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { version } from '../../wire/package.js';
import { toCurlConnection } from '../connection/open-connection.js';
import type { CommandError } from '../input/command-error.js';
import { keepRun } from '../output/history-folder.js';
import type { Run } from './run-context.js';
import { judgedByAll } from './shards.js';

/** The text of a clause; undefined for an id that is not a clause. */
export const clauseText = (id: string): string | undefined => (isClauseId(id) ? clauseOf(id).text : undefined);

/** What a run was about, for its reports, and what it learned. */
export function toFacts({ options, planned, target, startedAt }: Run, learned: JsonObject): Omit<RunFacts, 'warnings'> {
  const { mode, effort, strict, seed, now, selection, shard, maxRequests } = options;
  const ids = planned.map(({ id }) => id);
  const inAll = judgedByAll(planned).map(({ id }) => id);
  const part = shard && { ...shard, planned: ids, inAll, ...(maxRequests !== undefined && { maxRequests }) };
  const { origin, root, namespace } = target.address;
  const connection = toCurlConnection(options.connection);
  return {
    version,
    url: `${origin}${root}`,
    namespace,
    mode,
    effort,
    profiles: selection.profiles,
    strict,
    seed,
    now: new Date(now).toISOString(),
    started: new Date(startedAt).toISOString(),
    learned,
    clauseSet: toClauseSetHash(),
    ...(selection.only.length > 0 && { only: selection.only }),
    ...(selection.skip.length > 0 && { skip: selection.skip }),
    ...(target.name !== undefined && { target: target.name }),
    ...(options.targetVersion !== undefined && { targetVersion: options.targetVersion }),
    ...(connection.length > 0 && { connection }),
    ...(part && { shard: part }),
  };
}

/** The line that sends an exchange of a run again. */
export const curlFor =
  ({ target, options }: Pick<Run, 'target' | 'options'>) =>
  (exchange: Exchange): string =>
    toCurl(exchange, { origin: target.address.origin, connection: toCurlConnection(options.connection) });

/**
 * Writes the reports of a run that ended before its target was ready, without verdicts: otherwise those of an earlier run
 * would be taken for its own.
 */
export function reportUnbegun(run: Run, { exitCode: code, message: sentence }: CommandError): void {
  // Wrong use is reported before anything is written.
  if (code === 2) return;
  const { options, environment, startedAt, selected, target } = run;
  const end = code === 130 ? 'interrupted' : 'not begun';
  const reason = code === 130 ? 'the run was interrupted before it began' : 'the target could not be made ready';
  const whole: RunEnd = {
    judged: selected.map((requirement) => ({ requirement, verdict: { outcome: 'untested', reason, requests: 0 } })),
    requests: target.sent(),
    ms: environment.clock.now() - startedAt,
    end,
    left: [],
  };
  const facts = toFacts(run, {});
  const report = toRunReport(whole, { facts, conclusion: { code, sentence }, toCurl: () => '', clauseText });
  run.events?.ended(report);
  keepRun({ ...options, signingKey: run.signingKey }, report, environment);
}
