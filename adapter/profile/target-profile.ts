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
import { type BodyForms, type SentField, statedForms } from './request-body-forms.js';
import type { KnownIdentity } from './rights.js';

/** The location of a documented field in shown records, and the form of its text. */
export interface FieldFact {
  readonly path: JsonPath;
  readonly form: TextForm;
  /** Its values are in an unknown notation: requirements about it are inconclusive, as if it were never returned. */
  readonly isUnread?: true;
  /** Items show it and lists do not. */
  readonly isUnlisted?: true;
}

/** The location of a number in a list response: in its body, or in a header. */
export type NumberLocation =
  | { readonly in: 'body'; readonly path: JsonPath }
  | { readonly in: 'header'; readonly name: string };

/** Responses that may show less of a record than the item by its id: those to writes, and to reads by slug. */
export type TerseAnswer = 'write' | 'by-slug';

/** How a target shows the records of one collection. Paths of fields, id and slug start at the record. */
export interface CollectionShape {
  /** From the body of an item response to the record; empty if the body is the record, absent if none was seen. */
  readonly record?: JsonPath;
  /** From the body of a list response to the array of records; empty if the body is the array, absent as above. */
  readonly items?: JsonPath;
  /** The member names in the body of a list with records; absent if none was seen. */
  readonly listMembers?: readonly string[];
  readonly id: JsonPath;
  /** Whether records were seen, none with a recognizable id. */
  readonly showsNoIds?: boolean;
  /** A field that is absent here is never returned. */
  readonly fields: Readonly<Record<string, FieldFact>>;
  /** The responses that show records in part: a field that is absent from them may well be set. */
  readonly terse?: readonly TerseAnswer[];
  readonly total?: NumberLocation;
  readonly totalPages?: NumberLocation;
}

/** How a target shows the records of each collection, as far as it was learned. */
export type Shapes = Readonly<Partial<Record<Collection, CollectionShape>>>;

/** Accepted values of fields for which the interface states none. */
export interface AcceptedValues {
  readonly author: readonly number[];
  readonly image: readonly string[];
  readonly status: readonly string[];
}

/** The texts with unusual characters that the fields of each collection keep (see `generators/rich-texts.ts`). */
export type KeptTexts = Readonly<Partial<Record<Collection, Readonly<Record<string, readonly string[]>>>>>;

/** The result of probing the lists of a target for one reading. */
export interface ReadingEvidence {
  /** The alternative that explains all responses; undefined if none does. */
  readonly follows: string | undefined;
  /** A query that shows it. */
  readonly collection: Collection;
  readonly query: ListQuery;
  /** Further queries that were sent for it, if any. */
  readonly further?: readonly ListQuery[];
}

/** The largest page of each collection. */
export type PageSizes = Readonly<Record<Collection, number>>;

/** The same size in every collection. */
export const pageSizesOf = (size: number): PageSizes => ({
  events: size,
  venues: size,
  organizers: size,
  categories: size,
  tags: size,
});

/** The location of the interface at an origin. */
export interface Site {
  /** The path of the REST root, without a trailing slash: `` or `/wp-json`. */
  readonly root: string;
  readonly namespace: string;
  readonly languageParameter: string;
}

/** What was learned of one target: its shapes, the readings it follows, the capabilities it lacks. */
export interface TargetProfile extends Site {
  /** Without a shape, responses of a collection are read by discovering one. */
  readonly shapes: Shapes;
  readonly choices: Choices;
  /** The readings of lists that were probed, and the results. */
  readonly evidence: ReadonlyMap<ReadingId, ReadingEvidence>;
  /** The style of ID lists in queries. */
  readonly listStyle: ListStyle;
  /** The style of flags in queries. */
  readonly flagStyle: FlagStyle;
  /** The body fields that are taken otherwise than as stated, in what form. */
  readonly bodyForms: BodyForms;
  /** The values for which records of the world were refused. */
  readonly refusedValues: readonly SentField[];
  /** The collections that it drafts by default: creates there send another status. */
  readonly draftedUnlessSent: readonly Collection[];
  readonly accepted: AcceptedValues;
  readonly keptTexts: KeptTexts;
  /** The zone of events that are sent without one, if it is known. */
  readonly siteZone?: string;
  /** The maximum page size of each collection, as far as it was seen. */
  readonly pageSizes: PageSizes;
  /** The most records seen on a page of a list: without a total, a page with fewer is the last. */
  readonly fullest: Readonly<Partial<Record<Collection, number>>>;
  /** The capabilities that this target lacks, with reasons. */
  readonly lacks: ReadonlyMap<string, string>;
  /** The identities besides the default one. */
  readonly identities: readonly KnownIdentity[];
  /** Everything learned, for people and for pinning, with the exchanges that show it. */
  readonly facts: readonly Fact[];
}

/** The choices of a target: the learned alternatives, and the literal one for other readings. */
export function toChoices(learned: ReadonlyMap<ReadingId, string>): Choices {
  const entries = readings.map(({ id }) => [id, learned.get(id) ?? literalChoice(id)]);
  return Object.fromEntries(entries) as Choices;
}

/**
 * The alternatives of a list reading that a target may be held to: the one that it follows; the literal one if it was
 * probed and follows none; all if it could not be probed.
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

/** The profile of a target before anything is learned. */
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
  refusedValues: [],
  draftedUnlessSent: [],
  accepted: { author: [], image: [], status: [] },
  keptTexts: {},
  pageSizes: pageSizesOf(50),
  fullest: {},
  lacks: new Map(),
  identities: [],
  facts: [],
});
