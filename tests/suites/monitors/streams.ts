import type { KnownIdentity, Permission } from '../../../adapter/profile/rights.js';
import { blankProfile, type TargetProfile } from '../../../adapter/profile/target-profile.js';
import type { World } from '../../../adapter/world/world.js';
import type { DeviationDetails } from '../../../kernel/deviation.js';
import { watchCalendar } from '../../../suites/monitors/index.js';
import type { Exchange, HeaderPairs } from '../../../wire/exchange.js';
import type { JsonValue } from '../../../wire/json.js';

const field = (name: string) => [name, { path: [name], form: 'identity' }] as const;
const fields = Object.fromEntries(
  [
    'name',
    'title',
    'description',
    'slug',
    'website',
    'excerpt',
    'venue',
    'featured',
    'status',
    'start_date',
    'end_date',
    'parent',
  ].map(field),
);
const shape = { record: [], id: ['id'], fields, total: { in: 'body', path: ['total'] } } as const;

const identity = (name: string, create: Permission, update: Permission): KnownIdentity => ({
  name,
  rights: new Map([
    ['events.create', create],
    ['events.update.patch', update],
  ]),
  hidden: [],
  isWeaker: true,
});

/** A target that shows plain records, and lists of them with a total, and has an author and a reader. */
export const profile: TargetProfile = {
  ...blankProfile({ root: '/api', namespace: 'vendor/events/v1', languageParameter: 'ml_language' }),
  identities: [identity('author', 'granted', 'refused'), identity('reader', 'refused', 'refused')],
  fullest: { tags: 10 },
  shapes: {
    tags: { ...shape, items: ['tags'], totalPages: { in: 'body', path: ['total_pages'] } },
    categories: { ...shape, items: ['categories'] },
    events: { ...shape, items: ['events'] },
    venues: { ...shape, items: ['venues'] },
  },
};

/** A request and its response, as a test writes them. */
export interface Said {
  readonly send?: JsonValue;
  readonly headers?: HeaderPairs;
  readonly as?: string;
  readonly status?: number;
  readonly show?: JsonValue;
  /** The media type of the response; by default that of JSON. */
  readonly type?: string;
  readonly etag?: string;
}

/** `POST /tags`, what was sent and what was shown. */
export type Line = readonly [request: string, said: Said];

const json = [['content-type', 'application/json']] as const;
const octets = (value: JsonValue) => Buffer.from(JSON.stringify(value));

function toExchange([request, said]: Line, at: number): Exchange {
  const { send, headers = [], as, status = 200, show = {}, type = 'application/json', etag } = said;
  const [method = 'GET', path = ''] = request.split(' ');
  const tagged = etag === undefined ? [] : [['etag', etag] as const];
  return {
    number: at + 1,
    phase: 'check',
    ms: 1,
    request: {
      method,
      target: `/api/vendor/events/v1${path}`,
      headers: [...(send === undefined ? [] : json), ...headers],
      ...(send !== undefined && { body: octets(send) }),
    },
    outcome: {
      kind: 'response',
      response: { status, headers: [['content-type', type], ...tagged], body: octets(show) },
    },
    ...(as !== undefined && { identity: as }),
  };
}

/** What monitors nominate in a stream, by requirement; what they could not judge is left out. */
export function nominated(lines: readonly Line[], world?: World): Readonly<Record<string, readonly string[]>> {
  const watched = watchCalendar(profile, world)(lines.map(toExchange));
  return Object.fromEntries(
    watched.map((one) => {
      if ('defect' in one) throw one.defect;
      return [one.requirement, one.nominations.map(toText)];
    }),
  );
}

const toText = ({ expected, observed }: DeviationDetails): string => `expected ${expected}, observed ${observed}`;
