import { isSafe } from '../../wire/exchange.js';
import { statusOf } from '../../wire/status.js';
import type { DeviationDetails } from '../deviation.js';
import { groupByCause } from './group-by-cause.js';
import type { RequirementInfo } from '../requirement.js';
import type { Judged } from '../run-event.js';

/** The failure that explains what a monitor nominated, or the cause of that failure: then the nomination costs nothing. */
export function explainNomination(
  judged: readonly Judged[],
  requirement: RequirementInfo,
  details: DeviationDetails,
): string | undefined {
  const { reason, requests } = { reason: '', requests: 0 };
  const asked: Judged = { requirement, verdict: { outcome: 'cantTell', reason, requests, obstacle: details } };
  const grouped = groupByCause([...judged.filter((one) => one.requirement.id !== requirement.id), asked]);
  const shownBy = (shows: (failed: DeviationDetails) => boolean): readonly Judged[] =>
    grouped.filter(({ verdict }) => verdict.outcome === 'failed' && shows(verdict.counterexample.deviation));
  const alike = details.kind === 'status' ? [] : shownBy((failed) => isAlike(failed, details));
  const [found] = [...shownBy((failed) => isSame(failed, details)), ...(alike.length < ENOUGH ? [] : alike)];
  const [own] = grouped.slice(-1);
  return (own && causeOf(own)) ?? (found && (causeOf(found) ?? found.requirement.id));
}

/** As many failures of one kind in the responses of an operation, whatever their fields, are about the operation. */
const ENOUGH = 3;

const isAlike = (failed: DeviationDetails, nominated: DeviationDetails): boolean =>
  failed.kind === nominated.kind &&
  failed.about?.operation !== undefined &&
  failed.about.operation === nominated.about?.operation;

const causeOf = ({ verdict }: Judged): string | undefined => ('cause' in verdict ? verdict.cause : undefined);

/**
 * Whether a failure shows what was nominated: by the same exchange, in the same field, by the same status of an
 * operation, or in the answers to the same write.
 */
function isSame(failed: DeviationDetails, nominated: DeviationDetails): boolean {
  if (failed.exchange !== undefined && failed.exchange.number === nominated.exchange?.number) return true;
  const { field } = nominated.about ?? {};
  if (field !== undefined && field === failed.about?.field) return true;
  if (!isAlike(failed, nominated)) return false;
  if (nominated.kind === 'status') return statusIn(failed) === statusIn(nominated);
  return nominated.exchange !== undefined && !isSafe(nominated.exchange.request.method);
}

const statusIn = ({ exchange }: DeviationDetails): number | undefined => exchange && statusOf(exchange.outcome);
