import type { Language } from '../../contract/queries.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import type { Surroundings } from '../../generators/surroundings.js';
import type { Payload, Ref, WireValue } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import type { JsonObject } from '../../wire/json.js';
import { keyOf } from '../calendar/bindings.js';
import { isWallClock } from '../notation/day-times.js';
import { mostTaken } from '../profile/request-body-forms.js';
import type { TargetProfile } from '../profile/target-profile.js';
import type { Shown } from '../reading/lens.js';

/** An event that was found in a list of the target. */
export interface FoundEvent {
  readonly id: string;
  readonly json: JsonObject;
}

/** Two existing events that the values of a flag divide. */
export interface Divided {
  readonly selected: FoundEvent;
  readonly unselected: FoundEvent;
}

/** Existing data of the target that no client can set. */
export interface Existing {
  /** Listed events that a read without a password refuses or redacts. */
  readonly protectedEvents: readonly FoundEvent[];
  /** The flags of the event list that divide existing events. */
  readonly divided: Readonly<Partial<Record<ExistingFlag, Divided>>>;
  /** A `post_parent` that lists events, and one of them. */
  readonly family?: { readonly parent: string; readonly child: FoundEvent };
}

/** The flags that depend on data no client can set. */
export const existingFlags = ['geoloc', 'ticketed'] as const;
export type ExistingFlag = (typeof existingFlags)[number];

/** No existing data: it was not searched for. */
export const nothingExisting: Existing = { protectedEvents: [], divided: {} };

/** An existing record: made for this run, named by a world file, or found on the target. */
export interface WorldRecord {
  readonly ref: Ref;
  readonly id: string;
  readonly slug: string | undefined;
  /** As the target shows it. */
  readonly status: string | undefined;
  /** Whether the payload is complete: false for a record that was found. */
  readonly complete: boolean;
  /** Whether it was found in a list without a status filter. */
  readonly listed?: boolean;
  /** Whether it may hold more than it shows: then nothing is certain but what it shows. */
  readonly redacted?: true;
  /** With references, for the model. */
  readonly payload: Payload;
  /** As it was sent, or as it was shown if it was found. */
  readonly body: JsonObject;
  /** What the response to its create shows, where nothing was written after that. */
  readonly answer?: Shown | undefined;
  readonly language: Language | undefined;
}

/** The records that exist before the first requirement is judged. The world does not change during a run. */
export interface World extends Surroundings {
  readonly profile: TargetProfile;
  /** In the names of all records of the run. */
  readonly marker?: string;
  readonly records: readonly WorldRecord[];
  /** Two records per collection in one language, as far as they could be created; they are in no other part. */
  readonly localized: readonly WorldRecord[];
  /** Days that bound the world's far events, and few others. */
  readonly window: { readonly from: string; readonly to: string };
  /** Today in the site's zone, `YYYY-MM-DD`; no record of the test data is judged within two days of it. */
  readonly today: string;
  /** Records of a world file, by the key of the file, with the ids they have on the target. */
  readonly provisioned: Provisioned;
  /** Existing data in events of others. */
  readonly existing: Existing;
  of(collection: Collection): readonly WorldRecord[];
  /** @throws Inconclusive if the world has no such record, because the target refused it */
  record(ref: Ref): WorldRecord;
  /** The reference of a record with this id; undefined for records outside the world. */
  refOf(collection: Collection, id: string): Ref | undefined;
}

/** The records of a world file, and their ids on the target. */
export interface Provisioned {
  readonly file: WorldFile;
  /** The id of a record by collection and key; undefined if it was not found. */
  idOf(collection: Collection, key: string): string | undefined;
}

type WorldParts = Pick<
  World,
  'profile' | 'records' | 'localized' | 'window' | 'span' | 'seed' | 'today' | 'provisioned'
> &
  Partial<Pick<World, 'existing' | 'marker'>>;

const toText = (value: WireValue | undefined): string => (typeof value === 'string' ? value : '');

/** The first word of a name, if services do not respell it. */
const wordIn = (name: WireValue | undefined): readonly string[] => /^[A-Za-z]{4,}(?= |$)/.exec(toText(name)) ?? [];

const ANCHORS = ['start_date', 'end_date'] as const;

/** Composes a world. */
export function createWorld({ profile, records, existing = nothingExisting, ...parts }: WorldParts): World {
  const byKey = new Map([...records, ...parts.localized].map((record) => [keyOf(record.ref), record]));
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
    mostOf: (collection, field) => mostTaken(profile.bodyForms, collection, field),
    accepted: profile.accepted,
    keptTexts: (collection, field) => profile.keptTexts[collection]?.[field] ?? [],
    instants: [...new Set(of('events').flatMap(({ payload }) => ANCHORS.map((name) => toText(payload[name]))))].filter(
      isWallClock,
    ),
    words: (collection) => of(collection).flatMap(({ payload }) => wordIn(payload[resourceOf(collection).label])),
    slugs: (collection) => of(collection).flatMap(({ slug }) => slug ?? []),
    of,
    refs: (collection) => of(collection).map(({ ref }) => ref),
    record(ref) {
      const found = byKey.get(keyOf(ref));
      if (!found) throw new Inconclusive(`the test data lacks record ${ref.key} of ${ref.ref}`, `${ref.ref}.create`);
      return found;
    },
    refOf: (collection, id) => refById.get(`${collection}/${id}`),
  };
}
