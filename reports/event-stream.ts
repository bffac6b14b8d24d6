import { createHash } from 'node:crypto';
import type { RunEvent } from '../kernel/run-event.js';
import type { Redaction } from '../wire/redaction.js';
import { redactDeviation, redactJudged } from './redacted-run.js';
import type { StreamedEvent } from './run-event-schema.js';
import type { ReportedRequirement, RunReport } from './run-report-schema.js';
import { type EntryOptions, toReportedRequirement } from './run-report.js';

/** An event without what every event has. */
export type EventBody = StreamedEvent extends infer Event
  ? Event extends StreamedEvent
    ? Omit<Event, 'format' | 'time'>
    : never
  : never;

/** What events of a run are written with. */
interface EventStreamOptions extends EntryOptions {
  readonly redaction: Redaction;
}

/** Turns what happens in a run into events for programs. */
export interface EventStream {
  on(event: RunEvent): readonly EventBody[];
  /** The last events of a run: the verdicts that differ from those that were written, and what the run came to. */
  ended(report: RunReport): readonly EventBody[];
}

/** Opens the stream of one run; it keeps a hash of each verdict that was written. */
export function createEventStream({ redaction, ...entry }: EventStreamOptions): EventStream {
  const written = new Map<string, string>();
  const settle = (one: ReportedRequirement): readonly EventBody[] => {
    const events = toVerdictEvents(one);
    const hash = createHash('sha256').update(JSON.stringify(events)).digest('base64');
    if (written.get(one.id) === hash) return [];
    written.set(one.id, hash);
    return events;
  };
  return {
    on: (event) =>
      event.type === 'judged'
        ? settle(toReportedRequirement(redactJudged(event, redaction), entry))
        : toPassing(event, redaction),
    ended: (report) => [...report.requirements.flatMap(settle), toCleanUp(report), toRunEnd(report)],
  };
}

/** The events of what is no verdict; the plan and the end of a run are written from its report. */
function toPassing(event: Exclude<RunEvent, { type: 'judged' }>, redaction: Redaction): readonly EventBody[] {
  switch (event.type) {
    case 'judging':
      return [{ type: 'requirement-started', id: event.id }];
    case 'nominated':
      return toNominations(event, redaction);
    case 'examining':
      return [{ type: 'examination-started', ids: event.ids }];
    case 'cleaning':
      return [{ type: 'clean-up-started' }];
    case 'started':
    case 'ended':
      return [];
  }
}

const toNominations = (
  { id, source, details }: Extract<RunEvent, { type: 'nominated' }>,
  redaction: Redaction,
): readonly EventBody[] =>
  details.map((one) => {
    const { kind, expected, observed, about } = redactDeviation(one, redaction);
    return { type: 'nomination', id, source, deviation: { kind, expected, observed, ...(about && { about }) } };
  });

function toVerdictEvents(requirement: ReportedRequirement): readonly EventBody[] {
  const { id, level, ms, verdict } = requirement;
  const { outcome, requests } = verdict;
  const ended: EventBody = {
    type: 'requirement-ended',
    id,
    level,
    outcome,
    requests,
    ...('reason' in verdict && { reason: verdict.reason }),
    ...('cause' in verdict && { cause: verdict.cause }),
    ...(ms !== undefined && { ms }),
  };
  return 'counterexample' in verdict ? [ended, { type: 'failure', requirement }] : [ended];
}

const toCleanUp = ({ left, deleted, trashed }: RunReport): EventBody => ({
  type: 'clean-up-ended',
  left,
  ...(deleted !== undefined && { deleted }),
  ...(trashed && { trashed }),
});

const toRunEnd = ({ end, exitCode, conclusion, requests, ms, counts }: RunReport): EventBody => ({
  type: 'run-ended',
  end,
  exitCode,
  conclusion,
  requests,
  ms,
  counts,
});
