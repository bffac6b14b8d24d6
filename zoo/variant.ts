import { type Collection, collections } from '../contract/resources.js';
import type { Clock } from '../wire/clock.js';
import type { Interceptor } from '../wire/exchange.js';
import type { WireView } from './intercept/wire-view.js';
import type { Followed, Learns } from './learned-facts.js';

/**
 * What of a target a variant is about. The order is that of composition, the nearest to the target first: a variant
 * reads the answers of what stands before it in the shapes of the bare target, so whatever reshapes comes later.
 */
const layers = {
  /** What is done: who writes, what is found, what is refused. */
  behaviour: [
    'ids',
    'slugs',
    'reading.dates',
    'reading.bounds',
    'reading.event-filters',
    'reading.place-filters',
    'reading.search',
    'reading.terms',
    'reading.writes',
    'reading.fields',
    'reading.addresses',
    'reading.access',
    'default-order',
    'default-window',
    'page-cap',
    'past-the-end',
    'deleted',
    'parameters',
    'fields',
    'values',
    'methods',
    // Nearer to the target, it would move the lists that readings are made of.
    'others',
  ],
  /** How single values are written. */
  value: ['text', 'link-text', 'image', 'cost', 'dates', 'flags', 'id-notation', 'empty'],
  /** Where in a record its values stand. */
  record: ['labels', 'relations', 'extra-fields', 'key-order', 'names', 'nesting'],
  /** What stands around records: totals, links, statuses, errors. */
  answer: [
    'totals',
    'links',
    'list-envelope',
    'record-envelope',
    'create-answer',
    'update-answer',
    'delete-answer',
    'create-status',
    'refusal-status',
    'absence-status',
    'refusal-body',
    'documentation',
    'extra-headers',
    'etag',
  ],
  /** How answers travel. */
  wire: ['content-coding', 'header-names', 'connection', 'pace', 'limits'],
} as const;

type Layer = keyof typeof layers;
/** One of them. */
export type Aspect = (typeof layers)[Layer][number];

const aspects: readonly Aspect[] = Object.values(layers).flat();

/** The place of an aspect in a composition; the lower, the nearer to the target. */
export const layerIndexOf = (aspect: Aspect): number => aspects.indexOf(aspect);

/** Requirements that pass on the bare target, and are inconclusive or do not apply on a variant of it. */
export interface Allowance {
  /** The id of a requirement, or a prefix of several. */
  readonly requirement: string;
  readonly reason: string;
}

/** What a target may be besides what the reference server is, and be right: nothing may be blamed for it. */
export interface Conforming {
  readonly id: string;
  /** One sentence that is true of such a target. */
  readonly statement: string;
  readonly allowances?: readonly Allowance[];
  /** What a probe must learn of it, from what it must learn of the target; left out: the same, but for readings. */
  readonly learns?: Learns;
  /** Clauses, or prefixes of them, with faults that cannot be seen behind it: it does itself what they are about. */
  readonly hides?: readonly string[];
  /** Makes it for one run; the seed picks where there is a choice, and what takes time takes it from the clock. */
  create(seed: number, view: WireView, clock: Clock): Interceptor;
}

/** One way in which a target may differ from the reference server. */
export interface Variant extends Conforming {
  readonly aspect: Aspect;
  /** How many requirements are judged at the same time, where it differs only then. */
  readonly concurrency?: number;
  readonly readings?: Followed;
  /**
   * More than one requirement in seventy is inconclusive on it, also where it takes more requests than a run has
   * left: a composition of two such reaches too few verdicts.
   */
  readonly isSparse?: true;
}

/** Allows for a rule in each collection: `allowInEach('list.totals', ...)` is about `events.list.totals` and the others. */
export const allowInEach = (
  rule: string,
  reason: string,
  among: readonly Collection[] = collections,
): readonly Allowance[] => among.map((collection) => ({ requirement: `${collection}.${rule}`, reason }));

/** What is judged on protected events that were found. */
const onProtected = [
  'events.read.password-guessed',
  'events.by-slug.read.found-protected',
  'events.list.found-protected',
];

/** Why nothing is known of protected events. */
export const withoutProtected = (reason: string): readonly Allowance[] =>
  onProtected.map((requirement) => ({ requirement, reason }));

/** Why nothing is known of events with a parent. */
export const withoutFamily = (reason: string): Allowance => ({
  requirement: 'events.list.post_parent.existing',
  reason,
});

/** What is there is looked for on the first page of one list, and among a few events of it. */
export const OFF_THE_PAGE = 'Other events fill the first page of events, where these are expected.';
