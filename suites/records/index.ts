import type { CalendarRequirement } from '../../adapter/subject.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { addressings } from '../expect/record-address.js';
import { keepsEachOfSequence } from '../update-sequence/update-sequence.js';
import { acceptsAnyFields, acceptsNameOfZero, acceptsRequiredOnly } from './accepted-creates.js';
import { movesToTop, staysTree } from './category-tree.js';
import { allDayIsFalseByDefault, leavesNull, takesNullRelations } from './create-defaults.js';
import { keepsChildren, unlinksDeleted } from './delete-linked.js';
import { staysDeleted } from './deleted-for-good.js';
import { deletesNoUnknownId, deletesRecord, freesSlugOfDeleted } from './deletion.js';
import { findsDigitsAsSlug } from '../slugs/digit-slug.js';
import { changesFieldsSent, emptiesTexts, updatesNoUnknownId } from './field-updates.js';
import { distinguishesNamesakes, listsNamesakes, makesNamesake } from '../slugs/namesakes.js';
import {
  answersWithRecord,
  findsNoOtherKind,
  findsNoOtherThanDigits,
  findsNoUnknownId,
  readsDigitsAlike,
} from './read-by-id.js';
import { clearsAlike, keepsMistakable, keepsNulls } from './other-types.js';
import { findsNoNearSlug, findsNoUnknownSlug, nearMisses, resolvesUnusualSlug } from '../slugs/read-by-slug.js';
import { refusesMalformed, refusesMissing, requiredFields, typedFields } from './refused-fields.js';
import { refusesMalformedUpdate } from './refused-updates.js';
import { takesBackWhatItShows } from './sent-back.js';
import { keepsStatus } from './unsent-status.js';
import { comparesSlugsAsShown } from '../slugs/slugs-alike.js';
import { keepsSlugsApart } from '../slugs/slugs-of-other-kinds.js';
import { keepsTermSlugsApart } from '../slugs/slugs-of-other-terms.js';
import { givesNoTakenSlug, leavesOldSlug, renamesBySlug } from '../slugs/slug-writes.js';
import { statedFormsTaken } from './stated-forms.js';
import { keepsField } from './stored-fields.js';
import { replacesRelations, unlinksByEmptyLists } from './update-relations.js';
import { treatsUnsentAlike } from './update-unsent.js';

const creating = (collection: Collection): readonly CalendarRequirement[] => [
  acceptsRequiredOnly(collection),
  acceptsAnyFields(collection),
  acceptsNameOfZero(collection),
  ...requiredFields[collection].map((field) => refusesMissing(collection, field)),
  ...typedFields(collection).map((field) => refusesMalformed(collection, field)),
  ...Object.keys(resourceOf(collection).fields).map((field) => keepsField(collection, field)),
];

const reading = (collection: Collection): readonly CalendarRequirement[] => [
  ...addressings(collection).map((by) => answersWithRecord(collection, by)),
  findsNoUnknownId(collection),
  findsNoOtherKind(collection),
];

const updating = (collection: Collection): readonly CalendarRequirement[] => [
  ...addressings(collection).flatMap((by) => [
    ...updateVerbs.map((verb) => changesFieldsSent(collection, by, verb)),
    treatsUnsentAlike(collection, by),
  ]),
  refusesMalformedUpdate(collection),
  // What checks the ids of venues and organizers checks those of events, and what checks those of categories those of tags.
  ...(collection === 'events' || collection === 'tags' ? [updatesNoUnknownId(collection)] : []),
  // What shows venues and organizers shows events, and what shows categories shows tags.
  ...(collection === 'events' ? [takesBackWhatItShows(collection)] : []),
  emptiesTexts(collection),
  keepsEachOfSequence(collection),
];

const deleting = (collection: Collection): readonly CalendarRequirement[] => [
  ...addressings(collection).map((by) => deletesRecord(collection, by)),
  // What brings organizers back, brings venues back, and what brings categories back, tags.
  ...(collection === 'organizers' || collection === 'categories' ? [] : [staysDeleted(collection)]),
  deletesNoUnknownId(collection),
];

/** For the records that are addressed by slug. */
const slugRequirements = (collection: Collection): readonly CalendarRequirement[] => [
  findsNoUnknownSlug(collection),
  ...nearMisses.map((kind) => findsNoNearSlug(collection, kind)),
  // What makes the slugs of organizers, makes those of venues.
  collection === 'organizers' ? listsNamesakes : distinguishesNamesakes(collection),
  freesSlugOfDeleted(collection),
];

/** What is required of one kind of record alone. */
const special: Readonly<Record<Collection, readonly CalendarRequirement[]>> = {
  events: [
    allDayIsFalseByDefault,
    leavesNull('events'),
    takesNullRelations,
    ...keepsMistakable,
    givesNoTakenSlug('events'),
    comparesSlugsAsShown('events'),
    findsDigitsAsSlug,
    renamesBySlug,
    keepsSlugsApart,
    keepsTermSlugsApart,
    leavesOldSlug,
    resolvesUnusualSlug('events'),
    replacesRelations,
    unlinksByEmptyLists,
    keepsNulls('events'),
  ],
  venues: [
    leavesNull('venues'),
    resolvesUnusualSlug('venues'),
    keepsNulls('venues'),
    keepsStatus('venues'),
    unlinksDeleted('venue'),
  ],
  organizers: [
    leavesNull('organizers'),
    resolvesUnusualSlug('organizers'),
    keepsNulls('organizers'),
    clearsAlike,
    unlinksDeleted('organizer'),
  ],
  categories: [
    makesNamesake('categories'),
    givesNoTakenSlug('categories'),
    unlinksDeleted('categories'),
    keepsChildren,
    staysTree,
    movesToTop,
  ],
  // What finds tags by their slugs finds categories.
  tags: [makesNamesake('tags'), givesNoTakenSlug('tags'), comparesSlugsAsShown('tags'), unlinksDeleted('tags')],
};

/** What is required of creating, reading, updating and deleting records of each kind. */
export const recordsRequirements: readonly CalendarRequirement[] = [
  ...statedFormsTaken,
  findsNoOtherThanDigits('events'),
  readsDigitsAlike,
  ...collections.flatMap((collection) => [
    ...creating(collection),
    ...reading(collection),
    ...updating(collection),
    ...deleting(collection),
    ...(resourceOf(collection).bySlug ? slugRequirements(collection) : []),
    ...special[collection],
  ]),
];
