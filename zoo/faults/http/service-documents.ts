import { toText } from '../../../wire/message-body.js';
import type { Fault } from '../../fault.js';
import { parameterOf, segmentOf } from '../../intercept/request-edit.js';
import {
  editJson,
  editResponse,
  mapTexts,
  toRefusal,
  withBody,
  withoutValueAt,
} from '../../intercept/response-edit.js';

/** The link `up` points to the namespace itself. */
const upWrong: Fault = {
  id: 'index.read.up-elsewhere',
  clause: 'namespace.up-link',
  statement: 'The link `up` of the index points to the index itself.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    if (view.path(request) !== '') return outcome;
    return editJson(outcome, (body) =>
      mapTexts(body, (text, name) => (name === 'href' ? `${text.replace(/\/$/, '')}${toPath(request.target)}` : text)),
    );
  },
};

/** Under a path segment, the base of all links is that of the namespace. */
const upElsewhereUnderSegment: Fault = {
  id: 'index.read.up-elsewhere-under-segment',
  clause: 'namespace.up-link',
  neighbours: ['language.segment'],
  statement: 'The link `up` of the index under a path segment points to the index itself.',
  create: (seed, view, clock) => {
    const always = upWrong.create(seed, view, clock);
    return (request, next) => (segmentOf(request) === undefined ? next(request) : always(request, next));
  },
};

/** What is added to the links of a language is added to the wrong one. */
const upElsewhereInLanguage: Fault = {
  id: 'index.read.up-elsewhere-in-language',
  clause: 'namespace.up-link',
  statement: 'The link `up` of the index in a language points to the index itself.',
  create: (seed, view, clock) => {
    const always = upWrong.create(seed, view, clock);
    return (request, next) => (parameterOf(request, view) === undefined ? next(request) : always(request, next));
  },
};

const toPath = (target: string): string => target.split('?', 1)[0] ?? '';

/** The index has no links at all. */
const upMissing: Fault = {
  id: 'index.read.up-missing',
  clause: 'namespace.up-link',
  statement: 'The index has no link `up`.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    return view.path(request) === '' ? editJson(outcome, (body) => withoutValueAt(body, ['_links', 'up'])) : outcome;
  },
};

/** The documentation is an empty page. */
const docEmpty: Fault = {
  id: 'doc.read.empty',
  clause: 'doc.read',
  statement: 'The documentation is empty.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    if (view.path(request) !== '/doc') return outcome;
    return editResponse(outcome, (response) => withBody(response, new Uint8Array()));
  },
};

/** A part of the service was forgotten in its documentation. */
const docWithoutTags: Fault = {
  id: 'doc.read.without-tags',
  clause: 'doc.read',
  statement: 'The documentation lacks the paths of tags.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    if (view.path(request) !== '/doc') return outcome;
    return editResponse(outcome, (response) =>
      withBody(response, Buffer.from(toText(response.body).replaceAll('/tags', '/labels'))),
    );
  },
};

/** The index refuses a parameter that it should take. */
const contextRefused: Fault = {
  id: 'index.read.context-refused',
  clause: 'index.parameter.context',
  statement: 'The index refuses context=view, its default.',
  create: (_, view) => async (request, next) =>
    view.path(request) === '' && /[?&]context=view/.test(request.target) ? toRefusal(400) : next(request),
};

/** What is wrong with index and documentation. */
export const service: readonly Fault[] = [
  upWrong,
  upElsewhereInLanguage,
  upElsewhereUnderSegment,
  upMissing,
  docEmpty,
  docWithoutTags,
  contextRefused,
];
