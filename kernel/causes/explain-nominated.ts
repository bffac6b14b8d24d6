import { isSafe } from '../../wire/exchange.js';
import { type Evidence, type Explainable, isFailure, type Shown } from './evidence.js';
import { findCauses } from './find-causes.js';

/** The failure that explains what a monitor nominated, or the cause of that failure; undefined where none does. */
export function explainNominated(judged: readonly Explainable[], { requirement, evidence }: Shown): string | undefined {
  const asked: Shown = { requirement, outcome: 'cantTell', evidence };
  const others = judged.filter((one) => one.requirement.id !== requirement.id);
  const causes = findCauses([...others, asked]);
  const shownBy = (shows: (failed: Evidence) => boolean): readonly Shown[] =>
    others.filter(isFailure).filter((failed) => shows(failed.evidence));
  const alike = evidence.kind === 'status' ? [] : shownBy((failed) => isAlike(failed, evidence));
  const [found] = [...shownBy((failed) => isSame(failed, evidence)), ...(alike.length < ENOUGH ? [] : alike)];
  return causes.get(requirement.id) ?? (found && (causes.get(found.requirement.id) ?? found.requirement.id));
}

/** As many failures of one kind in the responses of an operation, whatever their fields, are about the operation. */
const ENOUGH = 3;

const isAlike = (failed: Evidence, nominated: Evidence): boolean =>
  failed.kind === nominated.kind &&
  failed.about?.operation !== undefined &&
  failed.about.operation === nominated.about?.operation;

/**
 * Whether a failure shows what was nominated: by the same exchange, in the same field, by the same status of an
 * operation, or in the answers to the same write.
 */
function isSame(failed: Evidence, nominated: Evidence): boolean {
  if (failed.exchange !== undefined && failed.exchange === nominated.exchange) return true;
  const { field } = nominated.about ?? {};
  if (field !== undefined && field === failed.about?.field) return true;
  if (!isAlike(failed, nominated)) return false;
  if (nominated.kind === 'status') return failed.status === nominated.status;
  return nominated.method !== undefined && !isSafe(nominated.method);
}
