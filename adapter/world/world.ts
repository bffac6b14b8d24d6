import type { Language } from '../../contract/queries.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import type { Surroundings } from '../../generators/surroundings.js';
import type { Payload, Ref, WireValue } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import type { JsonObject } from '../../wire/json.js';
import { isWallClock } from '../notation/day-times.js';
import type { TargetProfile } from '../profile/target-profile.js';

/** An event that was found on the target, by what a list showed of it. */
export interface FoundEvent {
  readonly id: string;
  readonly json: JsonObject;
}

/** A parameter whose values select different events of those that are there, and one event of each side. */
export interface Divided {
  readonly selected: FoundEvent;
  readonly unselected: FoundEvent;
}

/** What was found on the target of what no client can set. */
export interface Existing {
  /** Events that lists show and that a read without a password refuses or redacts, while it shows others. */
  readonly protectedEvents: readonly FoundEvent[];
  /** Flags of the event list that tell existing events apart. */
  readonly divided: Readonly<Partial<Record<ExistingFlag, Divided>>>;
  /** An id under which `post_parent` lists events, and one of them. */
  readonly family?: { readonly parent: string; readonly child: FoundEvent };
}

/** The flags whose data no client can set. */
export const existingFlags = ['geoloc', 'ticketed'] as const;
export type ExistingFlag = (typeof existingFlags)[number];

/** What is known where nothing was looked for. */
export const nothingExisting: Existing = { protectedEvents: [], divided: {} };

/** A record that is known to exist: made for this run, named by a world file, or found on the target. */
export interface WorldRecord {
  readonly ref: Ref;
  readonly id: string;
  readonly slug: string | undefined;
  /** As the target shows it. */
  readonly status: string | undefined;
  /** Whether the payload is all there is to know: not so for a record that was found. */
  readonly complete: boolean;
  /** Whether it was found in a list that was not asked for any status. */
  readonly listed?: boolean;
  /** With references, for the model. */
  readonly payload: Payload;
  /** As it was sent, or as it was shown where it was found. */
  readonly body: JsonObject;
  readonly language: Language | undefined;
}

/** What is known to be there before the first requirement is judged. It does not change during a run. */
export interface World extends Surroundings {
  readonly profile: TargetProfile;
  readonly records: readonly WorldRecord[];
  /** One record of each kind in one language, as far as they could be made; they are in no other part of the world. */
  readonly localized: readonly WorldRecord[];
  /** Days that bound the world's far events: all of them, whole, and little else. */
  readonly window: { readonly from: string; readonly to: string };
  /** Today in the site's zone, `YYYY-MM-DD`; nothing is judged within two days of it. */
  readonly today: string;
  /** Records of a world file, by the key of the file, with the ids they have on the target. */
  readonly provisioned: Provisioned;
  /** What was found among the events of others. */
  readonly existing: Existing;
  of(collection: Collection): readonly WorldRecord[];
  /** Throws CannotTell when the world has no such record, because the target refused it. */
  record(ref: Ref): WorldRecord;
  /** The reference of a record with this id; undefined for a record that is not of the world. */
  refOf(collection: Collection, id: string): Ref | undefined;
}

/** What a world file says is there, and where it was found. */
export interface Provisioned {
  readonly file: WorldFile;
  /** Ids by collection and key, as far as they were found. */
  idOf(collection: Collection, key: string): string | undefined;
}

interface WorldParts {
  readonly profile: TargetProfile;
  readonly records: readonly WorldRecord[];
  readonly localized: readonly WorldRecord[];
  readonly window: World['window'];
  readonly span: World['span'];
  readonly today: string;
  readonly provisioned: Provisioned;
  readonly existing?: Existing;
}

const toText = (value: WireValue | undefined): string => (typeof value === 'string' ? value : '');

/** A first word that holds nothing which a service may respell. */
const wordIn = (name: WireValue | undefined): readonly string[] => /^[A-Za-z]{4,}(?= |$)/.exec(toText(name)) ?? [];

const ANCHORS = ['start_date', 'end_date'] as const;

/** Composes a world of its parts. */
export function createWorld({ profile, records, existing = nothingExisting, ...parts }: WorldParts): World {
  const byKey = new Map(records.map((record) => [`${record.ref.ref}/${record.ref.key}`, record]));
  const refById = new Map(records.map(({ ref, id }) => [`${ref.ref}/${id}`, ref]));
  const byCollection = new Map(
    collections.map((collection) => [collection, records.filter(({ ref }) => ref.ref === collection)]),
  );
  const of = (collection: Collection): readonly WorldRecord[] => byCollection.get(collection) ?? [];
  return {
    ...parts,
    profile,
    records,
    existing,
    accepted: profile.accepted,
    instants: [...new Set(of('events').flatMap(({ payload }) => ANCHORS.map((name) => toText(payload[name]))))].filter(
      isWallClock,
    ),
    words: (collection) => of(collection).flatMap(({ payload }) => wordIn(payload[resourceOf(collection).label])),
    slugs: (collection) => of(collection).flatMap(({ slug }) => slug ?? []),
    of,
    refs: (collection) => of(collection).map(({ ref }) => ref),
    record(ref) {
      const found = byKey.get(`${ref.ref}/${ref.key}`);
      if (!found) throw new Inconclusive(`the world has no ${ref.ref} called ${ref.key}`, `${ref.ref}.create`);
      return found;
    },
    refOf: (collection, id) => refById.get(`${collection}/${id}`),
  };
}
