import type { JsonValue } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { createConfusedDeputy } from '../intercept/confused-deputy.js';
import { inEach, interceptOperations } from '../intercept/intercept-operation.js';
import { filtersSent } from '../intercept/list-selection.js';
import { bodyOf, parameterOf, segmentOf, valuesOf } from '../intercept/request-edit.js';
import { totalIn } from '../intercept/response-edit.js';
import type { Circumstance, Condition } from './mistakes/mistake.js';
import type { Family, FaultSite } from './sites/fault-site.js';

const MANY = 10;
const LONG = 100;

const isList = ({ does }: FaultSite): boolean => does === 'list';

const secondTime: Condition = {
  id: 'second-time',
  fits: ({ does }) => does !== 'create',
  words: () => 'but only from the second time that the same address is asked',
  create({ choices }, view): Circumstance {
    const times = new Map<string, number>();
    const keyOf = ({ method, target }: { readonly method: string; readonly target: string }) => `${method} ${target}`;
    return {
      watch: interceptOperations(view, choices, ({ request }, next) => {
        times.set(keyOf(request), (times.get(keyOf(request)) ?? 0) + 1);
        return next(request);
      }),
      call: ({ request }) => (times.get(keyOf(request)) ?? 0) > 1,
    };
  },
};

const afterDelete: Condition = {
  id: 'after-delete',
  fits: () => true,
  words: ({ collection }) => `but only after a DELETE among the ${collection}`,
  create({ collection }, view): Circumstance {
    let isAfter = false;
    return {
      watch: interceptOperations(view, inEach([collection], { kind: 'delete' }), async ({ request }, next) => {
        const outcome = await next(request);
        isAfter ||= isGranted(outcome);
        return outcome;
      }),
      call: () => isAfter,
    };
  },
};

const otherIdentity: Condition = {
  id: 'other-identity',
  fits: ({ kind }) => ['parameter', 'list', 'item'].includes(kind),
  words: () => 'but only for an identity with fewer rights',
  create(_, view): Circumstance {
    const privileged = createConfusedDeputy(view);
    return { watch: privileged.watch, call: ({ request }) => privileged.isAnother(request) };
  },
};

/** Conditions on the request alone. */
const ofRequests: readonly Condition[] = [
  {
    id: 'always',
    fits: () => true,
    words: () => '',
    create: () => ({}),
  },
  {
    id: 'other-language',
    fits: ({ name }) => name !== 'ml_language',
    words: () => 'but only in another language than en',
    create: (_, view) => ({
      call: ({ request }) => ![undefined, 'en'].includes(parameterOf(request, view) ?? segmentOf(request)),
    }),
  },
  {
    id: 'beside-neighbour',
    fits: ({ kind, neighbour }) => neighbour !== undefined && (kind === 'sent' || kind === 'parameter'),
    words: ({ neighbour = '' }) => `but only beside ${neighbour}`,
    create: ({ kind, neighbour = '' }) => ({
      call: ({ request, query }) =>
        kind === 'sent' ? neighbour in (bodyOf(request) ?? {}) : valuesOf(query, neighbour).length > 0,
    }),
  },
  {
    id: 'beside-another',
    fits: isList,
    words: ({ kind }) => (kind === 'parameter' ? 'but only beside another filter' : 'but only in a filtered list'),
    create: ({ name }) => ({ call: (call) => filtersSent(call).some((one) => one !== name) }),
  },
  {
    id: 'beyond-page-one',
    fits: (site) => isList(site) && site.name !== 'page',
    words: () => 'but only beyond the first page',
    create: () => ({ call: ({ query }) => Number(query.get('page') ?? 1) > 1 }),
  },
  {
    id: 'many',
    fits: isList,
    words: () => `but only in a list of more than ${MANY} records`,
    create: () => ({ call: async ({ request }, next) => (totalIn(await next(request)) ?? 0) > MANY }),
  },
];

/** A class of the values that some fields and parameters take. */
interface ValueClass {
  readonly id: string;
  readonly among: readonly Family[];
  readonly words: string;
  readonly holds: (text: string, value: JsonValue) => boolean;
}

const texts = ['text', 'search'] as const;

const classes: readonly ValueClass[] = [
  { id: 'accented', among: texts, words: 'a value outside ASCII', holds: (text) => /[^\p{ASCII}]/u.test(text) },
  { id: 'long', among: ['text'], words: `more than ${LONG} characters`, holds: (text) => text.length > LONG },
  {
    id: 'punctuated',
    among: [...texts, 'url'],
    words: 'an ampersand, an angle bracket, a quote or a backslash in it',
    holds: (text) => /[&<>"'\\]/.test(text),
  },
  { id: 'digits', among: texts, words: 'digits alone', holds: (text) => /^\d+$/.test(text) },
  { id: 'falsy', among: ['flag', 'cost', 'text'], words: 'false or 0', holds: (text) => /^(false|0)$/.test(text) },
  {
    id: 'several',
    among: ['ids'],
    words: 'several values',
    holds: (_, value) => Array.isArray(value) && value.length > 1,
  },
  { id: 'midnight', among: ['time', 'day'], words: 'a time of midnight', holds: (text) => text.endsWith('00:00:00') },
  { id: 'summer', among: ['time', 'day'], words: 'a day in summer', holds: (text) => /^\d{4}-0[4-9]/.test(text) },
  { id: 'year-end', among: ['time', 'day'], words: 'a day in December', holds: (text) => /^\d{4}-12/.test(text) },
];

const ofValues = classes.map(
  ({ id, among, words, holds }): Condition => ({
    id,
    isOfValues: true,
    fits: ({ kind, family }) => ['sent', 'shown', 'parameter'].includes(kind) && among.includes(family),
    words: () => `but only for ${words}`,
    create: () => ({ value: (value) => value !== undefined && value !== null && holds(textOf(value), value) }),
  }),
);

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** When a fault shows. */
export const conditions: readonly Condition[] = [...ofRequests, secondTime, afterDelete, otherIdentity, ...ofValues];
