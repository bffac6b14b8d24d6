import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId } from '../../contract/clauses/resource-clauses.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import type { JsonObject } from '../../wire/json.js';
import { isRefused } from '../../wire/status.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';

const accepted = {
  level: 'MUST',
  profile: 'coherence',
  clause: 'coherence.kept-write',
  operations: ['events.create'],
  needs: ['events.create', 'events.read'],
  effects: 'writes',
} as const;

interface Mistakable {
  readonly id: string;
  readonly statement: string;
  readonly values: JsonObject;
}

/** A value that a service may refuse, but not take for its opposite or for none. */
const keepsIfTaken = ({ id, statement, values }: Mistakable): CalendarRequirement =>
  requirement({
    ...accepted,
    id,
    alsoCovers: Object.keys(values).map((field) => fieldClauseId('events', field)),
    statement,
    cost: 3,
    given: (world) => payload(resourceOf('events'), world, { only: [] }),
    async arrange({ calendar }, body) {
      const written = await calendar.create('events', { ...body, ...values });
      if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses such values');
      return expectCreated(calendar, written);
    },
    async check({ calendar }, _, made) {
      const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
      expectFields(calendar, values, { shown, where: 'the item', exchange, allDay: false });
    },
  });

/** What is lost where any value that is not there counts as one that is, or one that is there as none. */
export const keepsMistakable: readonly CalendarRequirement[] = [
  {
    id: 'events.create.cost-of-zero',
    statement: 'A cost that is accepted as the number 0 is shown as 0, not as no cost.',
    values: { cost: 0 },
  },
  {
    id: 'events.create.flags-as-words',
    statement: 'A flag that is accepted as the word "false" is not shown as true.',
    values: { all_day: 'false', featured: 'false', sticky: 'false', show_map: 'false', hide_from_listings: 'false' },
  },
].map(keepsIfTaken);
