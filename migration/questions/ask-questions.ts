import type { Collection } from '../../contract/resources.js';
import type { Reader } from '../capture/snapshot-reader.js';
import { ask, type Golden, type Question } from './question.js';

/** Questions under way together. */
const SOME = 8;

/** Of so many questions of a collection, one is asked twice. */
const ONE_IN = 8;

const SERVER_ERROR = 500;

const hasSameAnswer = (one: Golden, other: Golden): boolean =>
  JSON.stringify(one.answer) === JSON.stringify(other.answer);

const toGroups = (questions: readonly Question[]): readonly (readonly Question[])[] =>
  Array.from({ length: Math.ceil(questions.length / SOME) }, (_, at) => questions.slice(at * SOME, (at + 1) * SOME));

const askTogether = (reader: Reader, questions: readonly Question[]): Promise<readonly Golden[]> =>
  Promise.all(questions.map((question) => ask(reader, question)));

/** The collections of which some question has two different answers: all of theirs may. */
async function findUnsteady(reader: Reader, questions: readonly Question[]): Promise<ReadonlySet<Collection>> {
  const seen = new Map<Collection, number>();
  const some = questions.filter(({ collection }) => {
    const before = seen.get(collection) ?? 0;
    seen.set(collection, before + 1);
    return before % ONE_IN === 0;
  });
  const unsteady = new Set<Collection>();
  for (const group of toGroups(some)) {
    const [first, second] = [await askTogether(reader, group), await askTogether(reader, group)];
    for (const [at, golden] of first.entries()) {
      const again = second[at];
      if (again && !hasSameAnswer(golden, again)) unsteady.add(golden.question.collection);
    }
  }
  return unsteady;
}

/**
 * Asks questions in groups. Undefined stands for one that has two different answers: those of unsteady collections are
 * asked twice, and those that meet a server error, which may be over.
 */
export async function* askQuestions(
  reader: Reader,
  questions: readonly Question[],
): AsyncGenerator<readonly (Golden | undefined)[]> {
  const unsteady = await findUnsteady(reader, questions);
  const steadyOrNone = async (golden: Golden): Promise<Golden | undefined> => {
    const isDoubtful = unsteady.has(golden.question.collection) || golden.answer.status >= SERVER_ERROR;
    return !isDoubtful || hasSameAnswer(golden, await ask(reader, golden.question)) ? golden : undefined;
  };
  for (const group of toGroups(questions)) {
    const asked = await askTogether(reader, group);
    yield await Promise.all(asked.map(steadyOrNone));
  }
}
