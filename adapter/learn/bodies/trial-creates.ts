import type { Collection } from '../../../contract/resources.js';
import type { Payload } from '../../../generators/wire-value.js';
import { openScope } from '../../../kernel/scope.js';
import type { JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { createdId, type Written } from '../../calendar/calendar.js';
import { calendarFor, type TargetContext } from '../../calendar/target-context.js';
import { addDays } from '../../notation/day-times.js';
import type { BodyForms } from '../../profile/request-body-forms.js';
import type { TargetProfile } from '../../profile/target-profile.js';
import { agrees } from '../../reading/agreement.js';
import { byId } from '../../reading/paths.js';
import { fieldIn } from '../../reading/shape-discovery.js';
import { minimalRecord } from '../../world/world-drafts.js';

/** After the days of the world and before those of requirements. */
const DAYS_AFTER = 31;

/** Creates of minimal records with a few more fields. */
export interface TrialCreates {
  /** Whether a create with these fields is accepted. */
  isAccepted(collection: Collection, more: Payload): Promise<boolean>;
  /** Whether a create with these fields in such forms is accepted, and none of them is shown with another value. */
  isKept(collection: Collection, more: Payload, forms: BodyForms): Promise<boolean>;
  /** Deletes what was made. */
  close(): Promise<void>;
}

/** Opens trials on a target of which nothing is known yet. */
export function openTrials(context: TargetContext, blank: TargetProfile, firstDay: string): TrialCreates {
  const scope = openScope({ phase: 'probe', quota: Number.POSITIVE_INFINITY, send: context.options.send });
  const { create, read, lens } = calendarFor(context, blank, scope);
  const day = addDays(firstDay, DAYS_AFTER);
  const send = (collection: Collection, more: Payload, forms?: BodyForms): Promise<Written> =>
    create(collection, { ...minimalRecord(collection, day), ...more }, forms && { forms });

  /** The fields as the create, or else the item, shows them. */
  async function shownIn({ collection, exchange }: Written, names: readonly string[]) {
    const answered = lens.recordIfAny(collection, exchange)?.json ?? {};
    if (names.every((name) => fieldIn(answered, name) !== undefined)) return answered;
    const id = createdId(lens, collection, exchange);
    const item = id === undefined ? undefined : lens.recordIfAny(collection, await read(collection, byId({ id })));
    return { ...answered, ...item?.json };
  }

  return {
    isAccepted: async (collection, more) => isGranted((await send(collection, more)).exchange),
    async isKept(collection, more, forms) {
      const written = await send(collection, more, forms);
      if (!isGranted(written.exchange)) return false;
      const names = Object.keys(more);
      const json = await shownIn(written, names);
      return names.every((field) =>
        isSame(fieldIn(json, field), { collection, field, sent: written.body[field] ?? null }),
      );
    },
    close: () => scope.close(),
  };
}

/** A field that is never shown contradicts nothing. */
const isSame = (
  shown: JsonValue | undefined,
  { collection, field, sent }: { readonly collection: Collection; readonly field: string; readonly sent: JsonValue },
): boolean =>
  shown === undefined || agrees({ collection, field, sent, shown, fact: { path: [field], form: 'identity' } });
