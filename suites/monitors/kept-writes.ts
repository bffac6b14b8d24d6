import { type CalendarRequirement, monitoringRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { Monitor } from '../../kernel/monitor.js';
import { everyOperation, toSteps, type Watching } from './evidence/steps.js';
import { judgeUnchanged } from './unchanged-records.js';
import { judgeLeftovers, judgeWorld } from './world-records.js';
import { type WatchedRecords, watchRecords } from './watch-records.js';

/** Nominates for a requirement what the responses of an execution say of its own records. */
const toMonitor =
  ({ id }: CalendarRequirement, finding: keyof WatchedRecords) =>
  (target: Watching): Monitor => ({
    requirement: id,
    watch: (exchanges) => watchRecords(target, toSteps(target, exchanges, { inItsOwn: true }))[finding],
  });

/** Nothing that was written is lost later, by whatever is written elsewhere. */
export const keepsEverywhere = monitoringRequirement({
  id: 'coherence.kept-write.anywhere',
  level: 'MUST',
  clause: 'coherence.kept-write',
  operations: everyOperation,
  profile: 'coherence',
  statement: 'Whatever any requirement writes is shown as sent until it is written again, in every response.',
});

/** Notices fields that lose what was sent, or change with a write that does not send them. */
export const watchKeptWrites = toMonitor(keepsEverywhere, 'kept');

/**
 * Notices records of the run that are shown otherwise than they were sent, whatever is asked for. What is shown as it was
 * sent counts for nothing: which records a list holds depends on what else is there, and shards must count alike.
 */
export const watchWorld = (world: World) => [
  toWorldMonitor(world, { requirement: keepsEverywhere.id, judge: judgeWorld }),
  toWorldMonitor(world, { requirement: keepsTextsApart.id, judge: judgeLeftovers }),
];

interface OfWorld {
  readonly requirement: string;
  readonly judge: typeof judgeWorld;
}

function toWorldMonitor(world: World, { requirement, judge }: OfWorld) {
  return (target: Watching): Monitor => ({
    requirement,
    watch(exchanges) {
      const found = judge(target, { world, steps: toSteps(target, exchanges) });
      return found?.length === 0 ? undefined : found;
    },
  });
}

/** With nothing written between them, two responses do not disagree. */
export const answersAgree = monitoringRequirement({
  id: 'coherence.answers-agree',
  level: 'MUST',
  clause: 'coherence.shown-everywhere',
  operations: everyOperation,
  profile: 'coherence',
  statement: 'With no write between them, any two responses show the same values of a record.',
});

/** Notices fields that differ between two responses. */
export const watchAnswers = toMonitor(answersAgree, 'agreeing');

/** Notices records of the world that are shown otherwise than when they were made. */
export const watchUnchanged =
  (world: World) =>
  (target: Watching): Monitor => ({
    requirement: answersAgree.id,
    watch: (exchanges) => judgeUnchanged(target, world, exchanges),
  });

/** What was sent for one record is shown in no other. */
export const keepsTextsApart = monitoringRequirement({
  id: 'coherence.own-texts.anywhere',
  level: 'MUST',
  clause: 'coherence.other-records',
  operations: everyOperation,
  profile: 'coherence',
  statement: 'A field that was never sent shows no text that was sent for another record.',
});

/** Notices defaults and leftovers that belong to another record. */
export const watchOwnTexts = toMonitor(keepsTextsApart, 'mixed');
