import { monitoringRequirement } from '../../adapter/subject.js';
import type { Monitor } from '../../kernel/monitor.js';
import { everyOperation } from './every-operation.js';
import { toSteps, type Watching } from './steps.js';
import { watchRecords } from './watch-records.js';

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
export const watchKeptWrites = (watching: Watching): Monitor => ({
  requirement: keepsEverywhere.id,
  watch: (exchanges) => watchRecords(watching, toSteps(watching, exchanges)).kept,
});

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
export const watchAnswers = (watching: Watching): Monitor => ({
  requirement: answersAgree.id,
  watch: (exchanges) => watchRecords(watching, toSteps(watching, exchanges)).agreeing,
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
export const watchOwnTexts = (watching: Watching): Monitor => ({
  requirement: keepsTextsApart.id,
  watch: (exchanges) => watchRecords(watching, toSteps(watching, exchanges)).mixed,
});
