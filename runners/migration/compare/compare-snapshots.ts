import { compareWrites } from '../../../migration/writes/compare-writes.js';
import { toText } from '../../../adapter/notation/shown-values.js';
import { toChoices } from '../../../adapter/profile/target-profile.js';
import type { ComparedRecords, Side } from '../../../migration/compare/compared-sides.js';
import { compareRecords } from '../../../migration/compare/compare-records.js';
import { withCurl } from '../../../migration/compare/finding-request.js';
import { type IntendedChange, toIntendedSlug } from '../../../migration/compare/intended-change.js';
import { findShapeChanges } from '../../../migration/compare/shape-changes.js';
import type { Comparison, State } from '../../../migration/findings/comparison-result.js';
import { byGravity } from '../../../migration/findings/finding.js';
import { snapshotOrder } from '../../../migration/snapshot/canonical-record.js';
import { ask, type ResponseSummary, toQuestionKey, toQuestionTarget } from '../../../migration/questions/question.js';
import { groupDeviating, replayQuestions, type Responder } from '../../../migration/questions/replay-questions.js';
import type { OpenedSide } from './comparison-side.js';
import { plural } from '../../../wire/wording.js';
import { collecting, type FileSorting } from '../file-sorting.js';

/** Two snapshots, and what is meant to differ. */
interface Compared {
  readonly a: Exclude<OpenedSide, { kind: 'report' }>;
  readonly b: Exclude<OpenedSide, { kind: 'report' }>;
  readonly map: readonly IntendedChange[];
  readonly sorting: FileSorting;
  /** Not all records were read, so that what none of them has may be in others. */
  readonly isPartial?: boolean;
}

export type ComparedSnapshots = Pick<
  Comparison,
  'a' | 'b' | 'findings' | 'matched' | 'questions' | 'takenOver' | 'notes'
>;

/** Compares two snapshots: their records, and the answers to what was asked of the first. */
export async function compareSnapshots({
  a,
  b,
  map,
  sorting,
  isPartial = false,
}: Compared): Promise<ComparedSnapshots> {
  const headers = { a: a.snapshot.header, b: b.snapshot.header };
  const { wanted, kept } = await readWanted(a);
  const sides = { a: a.snapshot, b: toCollecting(b.snapshot) };
  const compared = await compareRecords({ ...sides, createSorting: sorting.create, intended: map, wanted });
  const { groups, idle } = compared;
  if (!isPartial)
    for (const { text } of idle) groups.add({ cause: 'map.absent', field: `${text} (nothing to change)` }, {});
  const answering = await toResponder(b);
  const toSlug = (slug: string): string => toIntendedSlug(slug, map);
  const isSameDay = headers.a.taken.slice(0, 10) === headers.b.taken.slice(0, 10);
  const asked = await replayQuestions(a.snapshot.goldens(), { ...compared, responder: answering, toSlug, isSameDay });
  const shapes = findShapeChanges(headers.a.learned, headers.b.learned);
  const answered = groupDeviating(asked.deviating, new URL(headers.b.url).origin);
  const writes = { a: await a.snapshot.writes(), b: await b.snapshot.writes() };
  const volatile = new Set([...headers.a.volatile, ...headers.b.volatile]);
  const written = compareWrites({ ...writes, volatile, intended: map });
  const findings = [...shapes, ...groups.findings(), ...answered, ...written.findings];
  return {
    a: toState(a),
    b: toState(b),
    findings: findings.toSorted(byGravity).map((finding) => withCurl(finding, headers)),
    matched: compared.matched,
    questions: { kept, compared: asked.compared, findings: answered.length },
    ...toTakenOver(headers),
    notes: [
      ...toNotes(headers),
      ...toMovedNotes(headers, compared),
      ...toUnsteadyNote(asked),
      ...toWriteNotes(headers, written.compared),
      ...(isPartial ? idle.map(toIdleNote) : []),
    ],
  };
}

/** A side that collects the garbage of its records as they are read. */
const toCollecting = ({ header, records, ranges }: Side): Side => ({
  header,
  ranges,
  records: (...which) => collecting(records(...which)),
});

/** The events that questions are about, or were answered with. */
async function readWanted({ snapshot }: Compared['a']) {
  const wanted = new Set<string>();
  let kept = 0;
  for await (const { question, answer } of snapshot.goldens()) {
    kept += 1;
    const named = [...Object.values(question.query ?? {}), question.item ? [question.item.of] : []].flatMap((value) =>
      typeof value === 'string' ? [] : value,
    );
    for (const { ref, id } of named) if (ref === 'events') wanted.add(id);
    if (question.collection === 'events') for (const id of answer.ids) wanted.add(id);
  }
  return { wanted, kept };
}

/** A service is asked; a snapshot has the answers to what was asked of it. */
async function toResponder(side: Compared['b']): Promise<Responder> {
  const { header } = side.snapshot;
  const site = {
    root: new URL(header.url).pathname.replace(/\/$/, ''),
    namespace: header.namespace,
    languageParameter: toText(header.options['languageParameter']),
    choices: toChoices(new Map()),
  };
  if (side.kind === 'live') {
    const { reader } = side.source;
    return async (question) => ({
      ...(await ask(reader, question)),
      target: toQuestionTarget(site, question),
    });
  }
  const answers = new Map<string, ResponseSummary>();
  for await (const { question, answer } of side.snapshot.goldens()) answers.set(toQuestionKey(question), answer);
  return async (question) => {
    const answer = answers.get(toQuestionKey(question));
    return answer && { answer, target: toQuestionTarget(site, question) };
  };
}

function toState({ name, snapshot: { header } }: Compared['a']): State {
  return { name, url: header.url, taken: header.taken };
}

/** What stands in a snapshot without having been read for it. */
function toTakenOver({ a, b }: { readonly a: Header; readonly b: Header }): Pick<Comparison, 'takenOver'> {
  const [before, after] = [a, b].map(({ since }) => since?.records ?? {});
  const isAny = [before, after].some((records = {}) => Object.keys(records).length > 0);
  return isAny ? { takenOver: { before: before ?? {}, after: after ?? {} } } : {};
}

const toIdleNote = ({ text }: IntendedChange): string =>
  `--map ${text}: no record that was read has anything to change`;

const toUnsteadyNote = ({ unsteady, compared }: { readonly unsteady: number; readonly compared: number }) =>
  unsteady === 0 ? [] : [`after: ${unsteady} of ${compared} questions have two different answers`];

/** What is unproved of both is said once. */
function toNotes({ a, b }: { readonly a: Header; readonly b: Header }): readonly string[] {
  const both = a.unproved.filter((sentence) => b.unproved.includes(sentence));
  const own = (side: Header): readonly string[] => side.unproved.filter((sentence) => !both.includes(sentence));
  return [
    ...both,
    ...own(a).map((sentence) => `before: ${sentence}`),
    ...own(b).map((sentence) => `after: ${sentence}`),
    ...toAccessNotes({ a, b }),
  ];
}

/** Of more records than are held, it is not known which came or went for everybody. */
const toMovedNotes = ({ b }: { readonly b: Header }, { changes }: ComparedRecords): readonly string[] =>
  b.identities === undefined
    ? []
    : snapshotOrder
        .filter((collection) => changes.isFull(collection))
        .map((collection) => `${collection}: so many came or went that it is not compared who sees which of them`);

/** Answers to writes can only be compared where both have them, to the same writes. */
function toWriteNotes({ a, b }: { readonly a: Header; readonly b: Header }, compared: number): readonly string[] {
  const [before = 0, after = 0] = [a.writes, b.writes];
  if (before === 0 && after === 0) return [];
  if (before === 0 || after === 0)
    return [`writes are not compared: only the snapshot ${before > 0 ? 'before' : 'after'} was taken with --writes`];
  const others = Math.max(before, after) - compared;
  return others === 0
    ? []
    : [`${plural(others, 'write')} not compared: one side has no answers to them, or was sent others`];
}

/** What only one of them was read as is not compared. */
const toAccessNotes = ({ a, b }: { readonly a: Header; readonly b: Header }): readonly string[] =>
  (
    [
      ['before', a, b],
      ['after', b, a],
    ] as const
  ).flatMap(([when, { identities = [] }, { identities: others = [] }]) =>
    identities
      .filter((name) => !others.includes(name))
      .map((name) => `what ${name} sees is not compared: only the snapshot ${when} was taken with --as ${name}`),
  );

type Header = Compared['a']['snapshot']['header'];
