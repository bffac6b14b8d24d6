import { eventRelations, resourceOf } from '../../contract/resources.js';
import { isRef, MARK, type Payload, type Ref } from '../../generators/wire-value.js';
import { openScope } from '../../kernel/scope.js';
import { BODY_REFUSALS, isGranted, statusOf } from '../../wire/status.js';
import { calendarFor, type TargetContext } from '../calendar/target-context.js';
import { addDays, atTime } from '../notation/day-times.js';
import { type BodyForms, type BodyKind, formsOf, kindOf, statedForms } from '../profile/request-body-forms.js';
import type { TargetProfile } from '../profile/target-profile.js';
import type { Built } from '../world/build-world.js';

/** After the days of the world and before those of requirements. */
const DAYS_AFTER = 31;

/** A world as far as it was built, and its first day. */
export interface Attempt {
  readonly built: readonly Built[];
  readonly firstDay: string;
}

/** The refused records with values that can be written in another form. */
export const refusedForms = (built: readonly Built[]): readonly Built[] =>
  built.filter(
    ({ written: { collection, exchange, body } }) =>
      BODY_REFUSALS.includes(statusOf(exchange)) && kindsIn(collection, body).length > 0,
  );

const kindsIn = (collection: Built['written']['collection'], body: Built['written']['body']): readonly BodyKind[] => [
  ...new Set(Object.entries(body).flatMap((entry) => kindOf(collection, entry) ?? [])),
];

/**
 * Learns from refused events the forms in which relations and flags are taken: the stated form unless it is refused in
 * an otherwise minimal body and another form is not.
 */
export async function learnBodyForms(
  context: TargetContext,
  blank: TargetProfile,
  { built, firstDay }: Attempt,
): Promise<BodyForms> {
  const refused = refusedForms(built);
  const kinds = new Set(refused.flatMap(({ written: { collection, body } }) => kindsIn(collection, body)));
  const scope = openScope({ phase: 'probe', quota: Number.POSITIVE_INFINITY, send: context.options.send });
  const calendar = calendarFor(context, blank, scope);
  const bare = withoutForms(firstDay);
  async function isTaken(more: Payload, forms: BodyForms): Promise<boolean> {
    const { exchange } = await calendar.create('events', { ...bare, ...more }, { forms });
    return isGranted(exchange);
  }
  async function firstTaken<Kind extends BodyKind>(kind: Kind, more: Payload): Promise<BodyForms[Kind]> {
    for (const form of formsOf(kind)) if (await isTaken(more, { ...statedForms, [kind]: form })) return form;
    return statedForms[kind];
  }
  const forms = {
    relations: kinds.has('relations') ? await firstTaken('relations', oneOfEach(built)) : statedForms.relations,
    flags: kinds.has('flags') ? await firstTaken('flags', everyFlag) : statedForms.flags,
  };
  await scope.close();
  return forms;
}

/** A minimal event. */
function withoutForms(firstDay: string): Payload {
  const day = addDays(firstDay, DAYS_AFTER);
  const times = { start_date: atTime(day, '00:00:00'), end_date: atTime(day, '23:59:59') };
  return { title: `Trial ${MARK}`, description: `Trial ${MARK}`, ...times };
}

/** References to one created record of each relation. */
const oneOfEach = (built: readonly Built[]): Payload =>
  Object.fromEntries(
    Object.entries(eventRelations).flatMap(([name, collection]): [string, readonly Ref[]][] => {
      const made = built.find(({ draft, id }) => draft.ref.ref === collection && id !== undefined);
      return made && isRef(made.draft.ref) ? [[name, [made.draft.ref]]] : [];
    }),
  );

const everyFlag: Payload = Object.fromEntries(
  Object.entries(resourceOf('events').fields).flatMap(([name, { type }]) => (type === 'boolean' ? [[name, true]] : [])),
);
