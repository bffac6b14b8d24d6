import { toClauseSetHash } from '../contract/clause-set.js';
import { clauseOf, isClauseId } from '../contract/clauses.js';
import type { JsonObject } from '../harness/json.js';
import type { RunFacts } from '../harness/reports/model.js';
import { version } from '../harness/version.js';
import { toCurlConnection } from './curl-connection.js';
import type { Run } from './run.js';

/** The text of a clause in our words; undefined for an id that is not a clause. */
export const clauseText = (id: string): string | undefined => (isClauseId(id) ? clauseOf(id).text : undefined);

/** What a run was about, for its reports, and what it learned. */
export function toFacts({ options, planned, target, startedAt }: Run, learned: JsonObject): Omit<RunFacts, 'warnings'> {
  const { mode, effort, strict, seed, now, selection, shard, maxRequests } = options;
  const ids = planned.map(({ id }) => id);
  const part = shard && { ...shard, planned: ids, ...(maxRequests !== undefined && { maxRequests }) };
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
    ...(target.name !== undefined && { target: target.name }),
    ...(connection.length > 0 && { connection }),
    ...(part && { shard: part }),
  };
}
