/** What a difference means for clients of the service, the gravest first. */
export const findingClasses = ['breaking', 'behavioural', 'additive', 'volatile'] as const;
export type FindingClass = (typeof findingClasses)[number];

/** Why something differs. */
interface Cause {
  readonly class: FindingClass;
  /** A sentence about the state after, without its full stop. */
  readonly says: string;
  /** The sentence about one field, where each field is a finding of its own; otherwise all fields are one finding. */
  readonly perField?: string;
}

/** The causes by which differences are grouped. */
const causes = {
  'record.id': { class: 'breaking', says: 'Records have different IDs' },
  'record.vanished': { class: 'breaking', says: 'Records are missing' },
  'record.duplicated': { class: 'behavioural', says: 'Records are duplicated' },
  'record.new': { class: 'additive', says: 'Records were added' },
  'record.lists': { class: 'behavioural', says: 'Records appear in different lists' },
  'access.gained': {
    class: 'breaking',
    says: 'Others see records that were hidden from them',
    perField: 'Records that were hidden from `{field}` are visible to it',
  },
  'access.field': {
    class: 'breaking',
    says: 'Others see more of records',
    perField: 'An identity sees more of records: `{field}`',
  },
  'access.lost': {
    class: 'breaking',
    says: 'Others do not see records that were visible to them',
    perField: 'Records that were visible to `{field}` are hidden from it',
  },
  'access.changed': {
    class: 'behavioural',
    says: 'Others see records otherwise',
    perField: 'An identity sees records otherwise: `{field}`',
  },
  'language.dropped': {
    class: 'breaking',
    says: 'A language returns no records any more',
    perField: 'Language `{field}` returns no records any more',
  },
  'slug.suffix': { class: 'breaking', says: 'Slugs changed only in their numeric suffix' },
  'slug.changed': { class: 'breaking', says: 'Slugs changed' },
  'time.instant': { class: 'behavioural', says: 'Local times are unchanged, but their UTC instants moved' },
  'time.wall': { class: 'behavioural', says: 'UTC instants are unchanged, but their local times moved' },
  'time.moved': { class: 'behavioural', says: 'Times moved' },
  'text.escaped': { class: 'behavioural', says: 'HTML in texts is escaped once more' },
  'text.unescaped': { class: 'behavioural', says: 'HTML in texts is escaped once less' },
  'text.notation': { class: 'behavioural', says: 'Texts are equal, but written differently' },
  'text.cut': { class: 'breaking', says: 'Texts are truncated', perField: '`{field}` is truncated' },
  'relation.lost': {
    class: 'breaking',
    says: 'Links to other records are lost',
    perField: 'Links in `{field}` are lost',
  },
  'relation.gained': {
    class: 'behavioural',
    says: 'Links to other records were added',
    perField: 'Links in `{field}` were added',
  },
  'relation.changed': {
    class: 'behavioural',
    says: 'Links point to different records',
    perField: 'Links in `{field}` point to different records',
  },
  'field.vanished': { class: 'breaking', says: 'A field is missing', perField: 'Field `{field}` is missing' },
  'field.new': { class: 'additive', says: 'A field was added', perField: 'Field `{field}` was added' },
  'value.lost': { class: 'breaking', says: 'Values are lost', perField: '`{field}` lost its value' },
  'value.gained': {
    class: 'behavioural',
    says: 'Empty values were set',
    perField: '`{field}` was empty and now has a value',
  },
  'value.type': { class: 'breaking', says: 'Values changed their type', perField: '`{field}` changed its type' },
  'value.empty': {
    class: 'behavioural',
    says: 'Empty values are written differently',
    perField: 'Empty `{field}` is written differently',
  },
  'value.changed': { class: 'behavioural', says: 'Values changed', perField: '`{field}` changed' },
  'value.volatile': { class: 'volatile', says: 'Values differ that also differ between two reads of one service' },
  'count.changed': { class: 'behavioural', says: 'Counts of linked events changed' },
  'shape.changed': { class: 'breaking', says: 'Parts of responses moved' },
  'query.refused': {
    class: 'breaking',
    says: 'Requests that succeeded are now refused',
    perField: 'Requests with `{field}` succeeded and are now refused',
  },
  'query.accepted': {
    class: 'behavioural',
    says: 'Requests that were refused now succeed',
    perField: 'Requests with `{field}` were refused and now succeed',
  },
  'query.status': { class: 'behavioural', says: 'Requests are refused with a different status' },
  'query.answer': {
    class: 'behavioural',
    says: 'Lists contain different records',
    perField: 'Lists by `{field}` contain different records',
  },
  'query.order': {
    class: 'behavioural',
    says: 'Lists are ordered differently',
    perField: 'Lists by `{field}` are ordered differently',
  },
  'query.page': { class: 'behavioural', says: 'Pages contain a different number of records' },
  'write.refused': {
    class: 'breaking',
    says: 'Writes that succeeded are now refused',
    perField: 'Writes that succeeded are now refused ({field})',
  },
  'write.accepted': {
    class: 'behavioural',
    says: 'Writes that were refused now succeed',
    perField: 'Writes that were refused now succeed ({field})',
  },
  'write.status': {
    class: 'behavioural',
    says: 'Writes are answered with a different status',
    perField: 'Writes are answered with a different status ({field})',
  },
  'write.lost': { class: 'breaking', says: 'Writes lose a value', perField: 'Writes lose `{field}`' },
  'write.changed': {
    class: 'behavioural',
    says: 'Writes leave a different value',
    perField: 'Writes leave a different `{field}`',
  },
  'write.response': {
    class: 'behavioural',
    says: 'Responses to writes show a different value',
    perField: 'Responses to writes show a different `{field}`, and reads do not',
  },
  'write.silent': {
    class: 'breaking',
    says: 'Responses to writes show no record any more',
    perField: 'Responses to writes show no record any more ({field})',
  },
  'write.shown': {
    class: 'additive',
    says: 'Responses to writes now show a record',
    perField: 'Responses to writes now show a record ({field})',
  },
  'write.left': {
    class: 'breaking',
    says: 'Writes leave records behind',
    perField: 'Writes leave {field} behind',
  },
  'write.removed': {
    class: 'behavioural',
    says: 'Writes no longer leave records behind',
    perField: 'Writes no longer leave {field} behind',
  },
  'write.gone': {
    class: 'breaking',
    says: 'Writes leave records that cannot be read',
    perField: 'Writes leave records that cannot be read ({field})',
  },
  'write.readable': {
    class: 'behavioural',
    says: 'Records that could not be read after writes now can',
    perField: 'Records that could not be read after writes now can ({field})',
  },
  'write.read': {
    class: 'behavioural',
    says: 'Reads after writes are refused with a different status',
    perField: 'Reads after writes are refused with a different status ({field})',
  },
  'map.absent': {
    class: 'breaking',
    says: 'A change expected by --map is missing',
    perField: 'Expected by --map, but missing: {field}',
  },
} as const satisfies Readonly<Record<string, Cause>>;

export type CauseId = keyof typeof causes;

/** A cause as the general type. */
export const causeOf = (id: CauseId): Cause => causes[id];

/** The cause, class and sentence of a finding, about one field where each field is a finding of its own. */
export function toFindingHead(id: CauseId, field?: string) {
  const { class: kind, says, perField } = causeOf(id);
  if (perField === undefined || field === undefined) return { cause: id, class: kind, says };
  return { cause: id, class: kind, says: perField.replace('{field}', () => field), field };
}
