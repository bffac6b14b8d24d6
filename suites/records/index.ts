import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { collections, resourceOf } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { addressings } from './addressed.js';
import { acceptsAnyFields, acceptsRequiredOnly } from './create.js';
import { givesNoTakenSlug, distinguishesNamesakes } from './create-slugs.js';
import { allDayIsFalseByDefault } from './defaults.js';
import { deletesRecord, freesSlugOfDeleted } from './delete.js';
import { deletesNoUnknownId, staysDeleted } from './delete-again.js';
import { unlinksDeleted } from './delete-linked.js';
import { keepsChildren } from './delete-parent.js';
import { refusesEachViolation } from './each-violation.js';
import { keepsField } from './fields.js';
import { keepsEachOfSequence } from './in-turn.js';
import { refusesMalformed, refusesMalformedUpdate, typedFields } from './malformed-fields.js';
import { answersWithRecord } from './read.js';
import { refusesMissing, requiredFields } from './required-fields.js';
import { statedFormsTaken } from './stated-forms.js';
import { findsNoOtherKind, findsNoOtherThanDigits, findsNoUnknownId } from './strict-ids.js';
import { findsNoNearSlug, findsNoUnknownSlug, nearMisses } from './strict-slugs.js';
import { resolvesUnusualSlug } from './unusual-slug.js';
import { changesFieldsSent } from './update.js';
import { emptiesTexts } from './update-empty.js';
import { updatesNoUnknownId } from './update-refusals.js';
import { replacesRelations, unlinksByEmptyLists } from './update-relations.js';
import { keepsOwnSlug, renamesBySlug } from './update-slugs.js';
import { treatsUnsentAlike } from './update-unsent.js';

const creating = (collection: Collection): readonly CalendarRequirement[] => [
  acceptsRequiredOnly(collection),
  acceptsAnyFields(collection),
  ...requiredFields[collection].map((field) => refusesMissing(collection, field)),
  refusesEachViolation(collection),
  ...typedFields(collection).map((field) => refusesMalformed(collection, field)),
  ...Object.keys(resourceOf(collection).fields).map((field) => keepsField(collection, field)),
];

const reading = (collection: Collection): readonly CalendarRequirement[] => [
  ...addressings(collection).map((by) => answersWithRecord(collection, by)),
  findsNoUnknownId(collection),
  findsNoOtherKind(collection),
  findsNoOtherThanDigits(collection),
];

const updating = (collection: Collection): readonly CalendarRequirement[] => [
  ...addressings(collection).flatMap((by) =>
    updateVerbs.flatMap((verb) => [changesFieldsSent(collection, by, verb), treatsUnsentAlike(collection, by, verb)]),
  ),
  refusesMalformedUpdate(collection),
  updatesNoUnknownId(collection),
  keepsEachOfSequence(collection),
];

const deleting = (collection: Collection): readonly CalendarRequirement[] => [
  ...addressings(collection).map((by) => deletesRecord(collection, by)),
  staysDeleted(collection),
  deletesNoUnknownId(collection),
];

/** For the records that are addressed by slug. */
const slugRequirements = (collection: Collection): readonly CalendarRequirement[] => [
  findsNoUnknownSlug(collection),
  ...nearMisses.map((kind) => findsNoNearSlug(collection, kind)),
  distinguishesNamesakes(collection),
  freesSlugOfDeleted(collection),
];

/** What is required of one kind of record alone. */
const special: Readonly<Record<Collection, readonly CalendarRequirement[]>> = {
  events: [
    allDayIsFalseByDefault,
    givesNoTakenSlug('events'),
    keepsOwnSlug('events'),
    renamesBySlug,
    resolvesUnusualSlug,
    replacesRelations,
    unlinksByEmptyLists,
    emptiesTexts('events'),
  ],
  venues: [emptiesTexts('venues'), unlinksDeleted('venue')],
  organizers: [unlinksDeleted('organizer')],
  categories: [givesNoTakenSlug('categories'), keepsOwnSlug('categories'), unlinksDeleted('categories'), keepsChildren],
  tags: [givesNoTakenSlug('tags'), keepsOwnSlug('tags'), unlinksDeleted('tags')],
};

/** What is required of creating, reading, updating and deleting records of each kind. */
export const recordsRequirements: readonly CalendarRequirement[] = [
  ...statedFormsTaken,
  ...collections.flatMap((collection) => [
    ...creating(collection),
    ...reading(collection),
    ...updating(collection),
    ...deleting(collection),
    ...(resourceOf(collection).bySlug ? slugRequirements(collection) : []),
    ...special[collection],
  ]),
];
