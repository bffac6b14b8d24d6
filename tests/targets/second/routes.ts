import { type Answer, type Call, json } from './call.js';
import { answerDocumentation, answerIndex } from './index-page.js';
import { answerCollection, answerItem } from './items.js';
import { isKind, isPost } from './kinds.js';
import { notFound, Problem } from './problem.js';

/** What a path addresses. */
interface Route {
  readonly methods: readonly string[];
  answer(call: Call): Answer;
}

const collectionMethods = ['GET', 'POST'];
const itemMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The route of a path below the namespace; undefined when there is none. */
function routeTo(path: readonly string[]): Route | undefined {
  const [name, second, third, ...more] = path;
  if (name === undefined) return { methods: ['GET'], answer: answerIndex };
  if (name === 'doc' && path.length === 1) return { methods: ['GET'], answer: answerDocumentation };
  if (!isKind(name) || more.length > 0) return undefined;
  if (second === undefined) return { methods: collectionMethods, answer: (call) => answerCollection(call, name) };
  if (third === undefined && /^\d+$/.test(second)) return itemAt({ kind: name, by: 'id', text: second });
  if (third === undefined || second !== 'by-slug' || !isPost(name)) return undefined;
  return itemAt({ kind: name, by: 'slug', text: third });
}

const itemAt = (address: Parameters<typeof answerItem>[1]): Route => ({
  methods: itemMethods,
  answer: (call) => answerItem(call, address),
});

/** Answers a request below the namespace. Throws a Problem for unknown paths and for methods that do not work. */
export function answer(call: Call): Answer {
  const route = routeTo(call.path);
  if (!route) throw notFound();
  const headers = { Allow: [...route.methods, 'HEAD', 'OPTIONS'].join(', ') };
  if (call.method === 'OPTIONS') return { status: 204, headers };
  const method = call.method === 'HEAD' ? 'GET' : call.method;
  if (!route.methods.includes(method)) throw new Problem(405, `${call.method} does not work here.`, { headers });
  return route.answer({ ...call, method });
}

/** Answers at the REST root itself. */
export const answerRoot = (): Answer => json({ name: 'Agenda' });
