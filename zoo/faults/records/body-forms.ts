import { type JsonObject, type JsonValue } from '../../../harness/json.js';
import { kindOfType } from '../../../target/body-forms.js';
import { resources } from '../../../contract/resources.js';
import { toRefusal } from '../../edit-answer.js';
import { bodyOf, editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { interceptOperations } from '../../on.js';

interface OtherForm {
  readonly kind: 'relations' | 'flags';
  /** Whether a value is of the stated form, which is refused. */
  readonly isStated: (value: JsonValue) => boolean;
  /** A value of the form that is taken, as the target behind takes it. */
  readonly read: (value: JsonValue) => JsonValue;
}

const relations: OtherForm = {
  kind: 'relations',
  isStated: Array.isArray,
  read: (value) => (typeof value === 'string' ? value.split(',').filter(Boolean).map(Number) : value),
};

const digits: Readonly<Record<string, boolean>> = { 0: false, 1: true };
const flags: OtherForm = {
  kind: 'flags',
  isStated: (value) => typeof value === 'boolean',
  read: (value) => (typeof value === 'number' ? (digits[value] ?? value) : value),
};

const writes = [
  { kind: 'create', collection: 'events' },
  { kind: 'update', collection: 'events' },
] as const;

const isOf = (kind: OtherForm['kind'], name: string): boolean =>
  kindOfType(resources.events.fields[name as keyof typeof resources.events.fields]?.type) === kind;

/** Takes fields of a kind in another form than the stated one alone. */
const inOtherForm =
  ({ kind, isStated, read }: OtherForm): Fault['create'] =>
  (_, lens) =>
    interceptOperations(lens, writes, ({ request }, next) => {
      const entries = Object.entries(bodyOf(request) ?? {}).filter(([name]) => isOf(kind, name));
      if (entries.some(([, value]) => isStated(value))) return Promise.resolve(toRefusal(400));
      const edit = (body: JsonObject): JsonObject =>
        Object.fromEntries(Object.entries(body).map(([name, value]) => [name, isOf(kind, name) ? read(value) : value]));
      return next(editBody(request, edit));
    });

/** What is declared in one form, and taken in another alone. */
export const bodyForms: readonly Fault[] = [
  {
    id: 'events.create.relations-as-text-alone',
    clause: 'event.field.categories',
    statement: 'Writes of events take relations as ids with commas between them, and refuse arrays.',
    create: inOtherForm(relations),
  },
  {
    id: 'events.create.flags-as-digits-alone',
    clause: 'event.field.all_day',
    statement: 'Writes of events take flags as 0 and 1, and refuse true and false.',
    create: inOtherForm(flags),
  },
];
