/** What a difference means for whoever uses the service, the gravest first. */
export const findingClasses = ['breaking', 'behavioural', 'additive', 'volatile'] as const;
export type FindingClass = (typeof findingClasses)[number];

/** Why something differs. */
interface Cause {
  readonly class: FindingClass;
  /** A sentence of the state after, without its full stop. */
  readonly says: string;
  /** Each field is a finding of its own; else all fields are one. */
  readonly perField?: true;
}

/** All causes that differences are folded by. */
const causes = {
  'record.id': { class: 'breaking', says: 'Records have other ids' },
  'record.vanished': { class: 'breaking', says: 'Records are gone' },
  'record.duplicated': { class: 'behavioural', says: 'Records are there more than once' },
  'record.new': { class: 'additive', says: 'Records are new' },
  'record.lists': { class: 'behavioural', says: 'Records are on other lists' },
  'language.dropped': { class: 'breaking', says: 'A language shows no records any more', perField: true },
  'slug.suffix': { class: 'breaking', says: 'Slugs end in another number' },
  'slug.changed': { class: 'breaking', says: 'Slugs are others' },
  'time.instant': { class: 'behavioural', says: 'The clock shows the same time, for another instant' },
  'time.wall': { class: 'behavioural', says: 'The clock shows another time, for the same instant' },
  'time.moved': { class: 'behavioural', says: 'Times are others' },
  'text.escaped': { class: 'behavioural', says: 'HTML in texts is escaped once more' },
  'text.unescaped': { class: 'behavioural', says: 'HTML in texts is escaped once less' },
  'text.notation': { class: 'behavioural', says: 'Texts are written otherwise and say the same' },
  'text.cut': { class: 'breaking', says: 'Texts are cut off', perField: true },
  'relation.lost': { class: 'breaking', says: 'Links to other records are lost', perField: true },
  'relation.gained': { class: 'behavioural', says: 'Links to other records are new', perField: true },
  'relation.changed': { class: 'behavioural', says: 'Links lead to other records', perField: true },
  'field.vanished': { class: 'breaking', says: 'A field is not shown any more', perField: true },
  'field.new': { class: 'additive', says: 'A field is shown that was not', perField: true },
  'value.lost': { class: 'breaking', says: 'Values are lost', perField: true },
  'value.gained': { class: 'behavioural', says: 'Values stand where none were', perField: true },
  'value.type': { class: 'breaking', says: 'Values are of another type', perField: true },
  'value.empty': { class: 'behavioural', says: 'What is empty is written otherwise', perField: true },
  'value.changed': { class: 'behavioural', says: 'Values are others', perField: true },
  'value.volatile': { class: 'volatile', says: 'Values differ that differ with every reading' },
  'count.changed': { class: 'behavioural', says: 'Counts of linked events are others' },
  'shape.changed': { class: 'breaking', says: 'Answers hold things in other places' },
  'query.refused': { class: 'breaking', says: 'Requests are refused that were answered', perField: true },
  'query.accepted': { class: 'behavioural', says: 'Requests are answered that were refused', perField: true },
  'query.status': { class: 'behavioural', says: 'Requests are refused with another status' },
  'query.answer': { class: 'behavioural', says: 'Lists hold other records', perField: true },
  'query.order': { class: 'behavioural', says: 'Lists come in another order', perField: true },
  'query.page': { class: 'behavioural', says: 'Pages hold another number of records' },
  'map.absent': { class: 'breaking', says: 'What was to change as --map says has not', perField: true },
} as const satisfies Readonly<Record<string, Cause>>;

export type CauseId = keyof typeof causes;

/** A cause as the general type. */
export const causeOf = (id: CauseId): Cause => causes[id];
