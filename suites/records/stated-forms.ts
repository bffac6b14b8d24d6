import { fieldClauseId } from '../../contract/clauses/fields.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { type BodyKind, kindOfType, statedForms } from '../../target/body-forms.js';
import { factInWords } from '../../target/facts/words.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';

const { fields } = resources.events;

/** The fields of events that are of a kind. */
const fieldsOf = (kind: BodyKind): readonly string[] =>
  Object.entries(fields).flatMap(([name, { type }]) => (kindOfType(type) === kind ? [name] : []));

interface Form {
  readonly id: string;
  readonly kind: BodyKind;
  readonly statement: string;
}

/** What was learned while the world was made tells; what was refused then is sent once more, to show it. */
const takesAsStated = ({ id, kind, statement }: Form): CalendarRequirement => {
  const names = fieldsOf(kind);
  const [clause = 'event.create', ...alsoCovers] = names.map((name) => fieldClauseId('events', name));
  return requirement({
    id,
    level: 'MUST',
    clause,
    alsoCovers: alsoCovers,
    operations: ['events.create'],
    profile: 'core',
    needs: ['events.create'],
    effects: 'writes',
    statement,
    cost: 0,
    given: (world) => payload(resourceOf('events'), world, { only: names }),
    async check({ calendar }, body) {
      const fact = calendar.profile.facts.find((one) => one.id === `bodies.${kind}`);
      if (!fact) throw new Inconclusive(`no event was created with ${names.join(', ')}`);
      const isStated = fact.value === statedForms[kind];
      if (!isStated) {
        const { exchange } = await calendar.create('events', body, { forms: statedForms });
        expectSuccess(exchange, `an event with ${names.join(', ')} as stated`);
      }
      const observed = `${factInWords(fact.id, fact.value)} alone, when the world was made`;
      expectThat(isStated, { kind: 'value', expected: factInWords(fact.id, statedForms[kind]), observed });
    },
  });
};

/** Relations and flags in the form in which they are declared. */
export const statedFormsTaken: readonly CalendarRequirement[] = [
  {
    id: 'events.create.relations-as-arrays',
    kind: 'relations' as const,
    statement: 'The relations of an event are taken as arrays of ids.',
  },
  {
    id: 'events.create.flags-as-booleans',
    kind: 'flags' as const,
    statement: 'The flags of an event are taken as booleans.',
  },
].map(takesAsStated);
