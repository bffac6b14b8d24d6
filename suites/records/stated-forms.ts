import type { Calendar } from '../../adapter/calendar/calendar.js';
import { factInWords } from '../../adapter/profile/fact-words.js';
import type { Fact } from '../../adapter/profile/fact.js';
import {
  AS_ARRAYS,
  AS_BOOLEANS,
  type BodyKind,
  kindOfField,
  statedForm,
  statedForms,
} from '../../adapter/profile/request-body-forms.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { fieldClauseId } from '../../contract/clauses/resource-clauses.js';
import { eventRelations, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { INCONCLUSIVE, isGranted, statusOf } from '../../wire/status.js';

/** The fields of events that are of a kind. */
const fieldsOf = (kind: BodyKind): readonly string[] =>
  Object.keys(resources.events.fields).filter((name) => kindOfField('events', name) === kind);

interface Form {
  readonly id: string;
  readonly kind: 'relations' | 'flags';
  readonly statement: string;
  /** The value of a field in its stated form, and what it is called. */
  valueOf(world: World, name: string): Payload[string];
  readonly called: string;
}

/** What was learned of the fields of a kind while the world was made. */
const learnedOf = ({ profile }: Calendar, kind: BodyKind): readonly (readonly [string, Fact])[] =>
  fieldsOf(kind).flatMap((name) => {
    const fact = profile.facts.find(({ id }) => id === `bodies.events.${name}`);
    return fact ? [[name, fact] as const] : [];
  });

/** Judged by what was learned while the world was made; what was refused then is sent once more, to show it. */
const takesAsStated = ({ id, kind, statement, valueOf, called }: Form): CalendarRequirement => {
  const names = fieldsOf(kind);
  const [clause = 'event.create', ...alsoCovers] = names.map((name) => fieldClauseId('events', name));
  return requirement({
    id,
    level: 'MUST',
    clause,
    alsoCovers,
    operations: ['events.create'],
    profile: 'core',
    needs: ['events.create'],
    effects: 'writes',
    statement,
    cost: 0,
    given: (world) => payload(resourceOf('events'), world, { only: [] }),
    async check({ calendar, world }, body) {
      const learned = learnedOf(calendar, kind);
      if (learned.length === 0) throw new Inconclusive(`no event could be created with ${names.join(', ')}`);
      const others = learned.filter(([name, { value }]) => value !== statedForm('events', name));
      const words = others.map(([name, fact]) => `${name}: ${called} is refused, ${takenIn(fact)}`);
      const as = Object.fromEntries(others.map(([name]) => [name, valueOf(world, name)]));
      const exchange = others.length === 0 ? undefined : await sendStated(calendar, { ...body, ...as });
      expectThat(exchange === undefined || isGranted(exchange), {
        kind: 'status',
        expected: `${others.map(([name]) => name).join(', ')} as ${called} to be accepted`,
        observed: words.join('; '),
        ...(exchange && { exchange }),
      });
    },
  });
};

/** The form that was taken, with what was sent in it. */
function takenIn({ id, value, observations }: Fact): string {
  if (value === 'nothing') return 'and every other form';
  const shown = observations.map(({ shows }) => shows).find((text) => text.endsWith(' granted'));
  return `${shown?.replace(/^\w+: | granted$/g, '') ?? factInWords(id, value)} is taken`;
}

async function sendStated(calendar: Calendar, body: Payload) {
  const { exchange } = await calendar.create('events', body, { forms: statedForms });
  const status = statusOf(exchange);
  if (INCONCLUSIVE.includes(status)) throw new Inconclusive(`a create was answered with ${status}`, 'events.create');
  return exchange;
}

const relatedTo = new Map(Object.entries(eventRelations));

/** Relations and flags in the form in which they are declared. */
export const statedFormsTaken: readonly CalendarRequirement[] = [
  {
    id: AS_ARRAYS,
    kind: 'relations' as const,
    statement: 'The relations of an event are accepted as arrays of ids.',
    valueOf: (world: World, name: string) => world.refs(relatedTo.get(name) ?? 'tags').slice(0, 2),
    called: 'an array of two',
  },
  {
    id: AS_BOOLEANS,
    kind: 'flags' as const,
    statement: 'The flags of an event are accepted as booleans.',
    valueOf: () => true,
    called: 'a boolean',
  },
].map(takesAsStated);
