import {
  type AlternativeOf,
  type Choices,
  isAlternativeOf,
  literalChoice,
  type ReadingId,
  readingOf,
  readings,
} from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import type { FlagStyle, ListStyle } from '../../generators/encode.js';
import type { ListQuery } from '../../generators/wire-value.js';
import type { JsonPath } from '../../wire/json.js';
import type { TextForm } from '../notation/text-form.js';
import type { Fact } from './fact.js';
import { type BodyForms, statedForms } from './request-body-forms.js';
import type { KnownIdentity } from './rights.js';

/** Where one documented field stands in a record as shown, and how its text is written. */
export interface FieldFact {
  readonly path: JsonPath;
  readonly form: TextForm;
  /** Its values are written in a notation that is not known: nothing can be told of it, as if it were shown nowhere. */
  readonly isUnread?: true;
  /** Records that are shown alone have it, and none that a list shows: lists show less of a record. */
  readonly isUnlisted?: true;
}

/** A number told by a list answer: in its body, or in a header field. */
export type NumberLocation =
  | { readonly in: 'body'; readonly path: JsonPath }
  | { readonly in: 'header'; readonly name: string };

/** Answers that may show less of a record than the item by its id: those to writes, and those to reads by slug. */
export type TerseAnswer = 'write' | 'by-slug';

/** How a target shows the records of one collection. Paths of fields, id and slug start at the record. */
export interface CollectionShape {
  /** From the body of an item answer to the record; empty when the body is the record, absent when none was seen. */
  readonly record?: JsonPath;
  /** From the body of a list answer to the array of records; empty when the body is the array, absent as above. */
  readonly items?: JsonPath;
  /** What stands in the body of a list answer that holds records; absent where no such list was seen. */
  readonly listMembers?: readonly string[];
  readonly id: JsonPath;
  /** Whether records were seen, and nothing in any of them was known as its id. */
  readonly showsNoIds?: boolean;
  /** A field that is absent here is shown nowhere. */
  readonly fields: Readonly<Record<string, FieldFact>>;
  /** Where records are shown in part: what is absent from an answer there is not shown, and may well be set. */
  readonly terse?: readonly TerseAnswer[];
  readonly total?: NumberLocation;
  readonly totalPages?: NumberLocation;
}

/** How a target shows the records of each collection, as far as it was learned. */
export type Shapes = Readonly<Partial<Record<Collection, CollectionShape>>>;

/** Values of fields whose allowed values the interface does not show, seen to be acceptable. */
export interface AcceptedValues {
  readonly author: readonly number[];
  readonly image: readonly string[];
  readonly status: readonly string[];
}

/** What a target's lists said when they were asked about one reading. */
export interface ReadingEvidence {
  /** The alternative that explains all answers; undefined when none does. */
  readonly follows: string | undefined;
  /** A query whose answer shows it. */
  readonly collection: Collection;
  readonly query: ListQuery;
  /** Further queries that were asked about it, where there are any. */
  readonly further?: readonly ListQuery[];
}

/** Where the interface is at an origin. */
export interface Site {
  /** The path of the REST root, without a slash at its end: `` or `/wp-json`. */
  readonly root: string;
  readonly namespace: string;
  readonly languageParameter: string;
}

/** What is known of one target: where it shows what, which readings it follows, what it lacks. */
export interface TargetProfile extends Site {
  /** A collection that is not in here is not known yet: its answers are read by looking for what fits. */
  readonly shapes: Shapes;
  readonly choices: Choices;
  /** The readings of lists that could be asked about, and what came of it. */
  readonly evidence: ReadonlyMap<ReadingId, ReadingEvidence>;
  /** How it takes lists of ids in queries. */
  readonly listStyle: ListStyle;
  /** How it takes flags in queries. */
  readonly flagStyle: FlagStyle;
  /** How it takes relations and flags in bodies. */
  readonly bodyForms: BodyForms;
  /** What it creates as drafts unless another status is sent, which then is. */
  readonly draftedUnlessSent: readonly Collection[];
  readonly accepted: AcceptedValues;
  /** The most records a page holds, as far as it was seen. */
  readonly pageSize: number;
  /** The most records that a page of a list was seen to hold: where no total is told, one with fewer is the last. */
  readonly fullest: Readonly<Partial<Record<Collection, number>>>;
  /** Capabilities that requirements may need and this target does not have, each with the reason. */
  readonly lacks: ReadonlyMap<string, string>;
  /** Who can ask besides the default identity. */
  readonly identities: readonly KnownIdentity[];
  /** All that was learned, for people and for pinning, with the exchanges that show it. */
  readonly facts: readonly Fact[];
}

/** The choices of a target: what was learned, the literal alternative for the rest. */
export function toChoices(learned: ReadonlyMap<ReadingId, string>): Choices {
  const entries = readings.map(({ id }) => [id, learned.get(id) ?? literalChoice(id)]);
  return Object.fromEntries(entries) as Choices;
}

/**
 * The alternatives of a reading of lists that a target may be held to: the one that it follows; the literal one when it
 * was asked and follows none; every one when it could not be asked.
 */
export function alternativesFor<Id extends ReadingId>(
  { choices, evidence }: Pick<TargetProfile, 'choices' | 'evidence'>,
  id: Id,
): readonly AlternativeOf<Id>[] {
  const chosen: string = choices[id];
  if (evidence.has(id) && isAlternativeOf(id, chosen)) return [chosen];
  const found: AlternativeOf<Id>[] = [];
  for (const { id: alternative } of readingOf(id).alternatives) {
    if (isAlternativeOf(id, alternative)) found.push(alternative);
  }
  return found;
}

/** What is known of a target of which nothing is known but its address. */
export const blankProfile = ({ root, namespace, languageParameter }: Site): TargetProfile => ({
  root,
  namespace,
  languageParameter,
  shapes: {},
  choices: toChoices(new Map()),
  evidence: new Map(),
  listStyle: 'csv',
  flagStyle: 'words',
  bodyForms: statedForms,
  draftedUnlessSent: [],
  accepted: { author: [], image: [], status: [] },
  pageSize: 50,
  fullest: {},
  lacks: new Map(),
  identities: [],
  facts: [],
});
