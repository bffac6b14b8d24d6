import type { Outage } from '../wire/client/outage.js';
import { convict, type Explain } from './conviction.js';
import type { OpenSubject } from './execution.js';
import { examine, judge, type JudgeOptions, search, toExamined } from './judge.js';
import { createNominations, type Nomination } from './nominations.js';
import { replay, type Replayed, type StoredFailure } from './replay.js';
import type { Requirement, RequirementInfo } from './requirement.js';
import type { Allowance, SearchOptions } from './search.js';
import type { Failed, Verdict } from './verdict.js';

/** The result of the clean-up, with a description of each record. */
export interface CleanedUp {
  /** Records that could not be deleted. */
  readonly left: readonly string[];
  /** How many records were deleted. */
  readonly deleted: number;
  /** Records that are in the target's trash. */
  readonly trashed: readonly string[];
}

/** A target made ready for judging: its world is in place, and what it lacks is known. */
export interface PreparedTarget<Subject, World> {
  readonly world: World;
  /** Whether the world was taken as found instead of made. */
  readonly sampled?: boolean;
  readonly open: OpenSubject<Subject>;
  /** Why a need of a requirement is not met, or undefined when it is. */
  lacks(need: string): string | undefined;
  /** Requests sent so far, all included. */
  readonly sent: number;
  /** Deletes the world; returns descriptions of what could not be deleted. */
  close(): Promise<readonly string[]>;
  /** The result of the clean-up, once it is over. */
  readonly cleanedUp?: CleanedUp | undefined;
  /** The outages so far. */
  readonly outages?: readonly Outage[] | undefined;
}

/** The signal that interrupts a trial. */
interface TrialOptions {
  readonly signal?: AbortSignal;
}

/** How a requirement is judged among others. */
interface SearchHow<Subject> extends Pick<SearchOptions<Subject>, 'beside'> {
  readonly explain?: Explain;
}

/** A target on trial: judge any requirements, in any order and several at once, then close. */
export interface Trial<Subject, World>
  extends Pick<PreparedTarget<Subject, World>, 'world' | 'sent' | 'close' | 'cleanedUp' | 'outages'> {
  judge(requirement: Requirement<Subject, World>, allowance: Allowance): Promise<Verdict>;
  /**
   * Judges without repeating or shrinking what failed; what monitors nominated is repeated where `explain` names no
   * failure that explains it.
   */
  search(requirement: Requirement<Subject, World>, allowance: Allowance, how?: SearchHow<Subject>): Promise<Verdict>;
  /** What monitors noticed in the exchanges of a requirement that was judged. */
  nominatedBy(id: string): readonly Nomination[];
  /** Repeats and shrinks what failed. */
  examine(requirement: Requirement<Subject, World>, found: Failed, allowance: Allowance): Promise<Verdict>;
  /** Replays a failure of an earlier run. */
  replay(requirement: Requirement<Subject, World>, failed: StoredFailure): Promise<Replayed>;
}

/** Opens a trial on a prepared target. */
export function openTrial<Subject, World>(
  target: PreparedTarget<Subject, World>,
  { signal }: TrialOptions = {},
): Trial<Subject, World> {
  const { world, open, sampled = false } = target;
  const nominations = createNominations<Subject, World>();
  const openFor =
    ({ id }: RequirementInfo): OpenSubject<Subject> =>
    () =>
      open(id);
  const judging = (requirement: RequirementInfo, allowance: Allowance): JudgeOptions<Subject, World> => ({
    world,
    open: openFor(requirement),
    sampled,
    allowance,
    ...(signal && { signal }),
  });
  const watching = (source: Requirement<Subject, World>, allowance: Allowance): JudgeOptions<Subject, World> => ({
    ...judging(source, allowance),
    note: (watched, turn) => nominations.note(watched, { source, allowance, turn }),
  });
  const byNominations = (one: Requirement<Subject, World>, allowance: Allowance, explain?: Explain): Promise<Verdict> =>
    convict(one, { ...judging(one, allowance), gathered: nominations.gathered(one.id), explain });
  return {
    world: target.world,
    get sent() {
      return target.sent;
    },
    judge: async (requirement, allowance) =>
      toInapplicable(requirement.needs, target) ??
      (requirement.monitors
        ? byNominations(requirement, allowance)
        : judge(requirement, watching(requirement, allowance))),
    search: async (requirement, allowance, { explain, ...how } = {}) =>
      toInapplicable(requirement.needs, target) ??
      (requirement.monitors
        ? byNominations(requirement, allowance, explain)
        : search(requirement, { ...watching(requirement, allowance), ...how })),
    nominatedBy: nominations.from,
    examine: async (requirement, found, allowance) =>
      toExamined(await examine(requirement, found, judging(requirement, allowance))),
    async replay(requirement, failed) {
      const inapplicable = toInapplicable(requirement.needs, target);
      if (inapplicable) return { kind: 'unrepeatable', reason: inapplicable.reason };
      return replay(requirement, failed, { world, open: openFor(requirement), sampled, ...(signal && { signal }) });
    },
    close: () => target.close(),
    get cleanedUp() {
      return target.cleanedUp;
    },
    get outages() {
      return target.outages;
    },
  };
}

function toInapplicable(
  needs: readonly string[],
  target: Pick<PreparedTarget<unknown, unknown>, 'lacks'>,
): Extract<Verdict, { outcome: 'inapplicable' }> | undefined {
  for (const capability of needs) {
    const reason = target.lacks(capability);
    if (reason !== undefined) return { outcome: 'inapplicable', capability, reason, requests: 0 };
  }
  return undefined;
}
