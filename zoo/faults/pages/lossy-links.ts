import { type Collection, collections } from '../../../contract/resources.js';
import type { Outcome } from '../../../wire/exchange.js';
import type { Fault } from '../../fault.js';
import { interceptLists } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { withoutParameter } from '../../intercept/request-edit.js';
import { editJson, editResponse, mapTexts } from '../../intercept/response-edit.js';
import { PAGES } from '../../list-fault.js';

const without = (link: string, names: readonly string[]): string =>
  names.reduce((kept, name) => withoutParameter({ method: 'GET', target: kept, headers: [] }, name).target, link);

/** Leaves parameters out of the links from page to page: those in the body, and those in the header. */
function loseFromLinks(outcome: Outcome, names: readonly string[], links = /^(next|previous)_/): Outcome {
  const edited = editJson(outcome, (body) =>
    mapTexts(body, (text, name) => (links.test(name) ? without(text, names) : text)),
  );
  return editResponse(edited, (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => [
      name,
      /^link$/i.test(name) ? value.replace(/(?<=<)[^>]*(?=>)/g, (link) => without(link, names)) : value,
    ]),
  }));
}

interface Loss {
  readonly id: string;
  readonly statement: string;
  readonly among?: readonly Collection[];
  /** Which of the parameters that were sent; by default all but those of paging. */
  readonly names?: (call: OperationCall) => readonly string[];
  readonly when?: (call: OperationCall) => boolean;
  /** The names of the members of the body that lose them. */
  readonly links?: RegExp;
}

const filtersOf = ({ query }: OperationCall): readonly string[] =>
  [...query.keys()].map((name) => name.replace(/\[.*$/, '')).filter((name) => !/^(page|per_page)$/.test(name));

const losing = ({ id, statement, among = collections, names = filtersOf, when = () => true, links }: Loss): Fault => ({
  id,
  clause: PAGES,
  statement,
  create: (_, view) =>
    interceptLists(view, among, async (call, next) => {
      const outcome = await next(call.request);
      return when(call) ? loseFromLinks(outcome, names(call), links) : outcome;
    }),
});

const pageOf = ({ query }: OperationCall): number => Number(query.get('page') ?? 1);

/** A link is made of the parameters that whoever wrote it thought of. */
export const losingOne = (among: Collection, name: string): Fault =>
  losing({
    id: `${among}.list.links-lose-${name}`,
    statement: `The page links of ${among} lack ${name}.`,
    among: [among],
    names: () => [name],
  });

/** Links from page to page that point to another list. */
export const lossyLinks: readonly Fault[] = [
  losing({ id: 'lists.links-lose-parameters', statement: 'The page links of a list lack all of its filters.' }),
  losing({
    id: 'lists.links-lose-parameters-on-first-page',
    statement: 'The link from the first page of a list to the next lacks its filters.',
    when: (call) => pageOf(call) === 1,
  }),
  losing({
    id: 'lists.links-lose-parameters-after-first-page',
    statement: 'The links from every page of a list but the first lack its filters.',
    when: (call) => pageOf(call) > 1,
  }),
  losing({
    id: 'events.list.links-lose-search-after-first-page',
    statement: 'The link to the next page of events lacks the search from the second page on.',
    among: ['events'],
    names: () => ['search'],
    links: /^next_/,
    when: (call) => pageOf(call) > 1,
  }),
  losingOne('events', 'search'),
  losingOne('events', 'ml_language'),
  losingOne('events', 'strict_dates'),
  losingOne('events', 'include'),
  losingOne('venues', 'only_with_upcoming'),
  losingOne('organizers', 'has_events'),
  losingOne('categories', 'order'),
  losingOne('categories', 'parent'),
  losingOne('tags', 'exclude'),
  losingOne('tags', 'hide_empty'),
];
