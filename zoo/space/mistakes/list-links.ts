import type { Interceptor } from '../../../wire/exchange.js';
import { filtersSent } from '../../intercept/list-selection.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { editJson, editResponse, mapTexts } from '../../intercept/response-edit.js';
import { answering } from './answer.js';
import { onPart } from './list-part.js';
import type { Making, Mistake } from './mistake.js';

/** Rewrites the page link that a site is about, in the body and in the header. */
const relinking =
  (edit: (link: string, call: OperationCall) => string) =>
  (making: Making): Interceptor =>
    answering(making, async (call, next) => {
      const relation = making.site.name === 'next' ? /next/ : /prev/;
      const change = (link: string): string => edit(link, call);
      const edited = editJson(await next(call.request), (body) =>
        mapTexts(body, (text, name) => (relation.test(name) && name.endsWith('url') ? change(text) : text)),
      );
      return editResponse(edited, (response) => ({
        ...response,
        headers: response.headers.map(([name, value]) => [
          name,
          /^link$/i.test(name) ? inHeader(value, relation, change) : value,
        ]),
      }));
    });

const inHeader = (value: string, relation: RegExp, change: (link: string) => string): string =>
  value
    .split(/,\s*(?=<)/)
    .map((link) => (relation.test(link.replace(/<[^>]*>/, '')) ? link.replace(/(?<=<)[^>]*(?=>)/, change) : link))
    .join(', ');

const asRequest = (target: string) => ({ method: 'GET', target, headers: [] });

const pageIn = (link: string): number => Number(new URLSearchParams(link.split('?', 2)[1]).get('page') ?? 1);

const onPage = (link: string, page: number): string => withParameter(asRequest(link), 'page', String(page)).target;

/** What can go wrong with the links from page to page. */
export const linkMistakes: readonly Mistake[] = [
  {
    id: 'off-by-one',
    fits: onPart('next', 'previous'),
    does: ({ name }) => `names the page after it as ${name}`,
    create: relinking((link) => onPage(link, pageIn(link) + 1)),
  },
  {
    id: 'defaulted',
    fits: onPart('next', 'previous'),
    does: ({ name }) => `names its first page as ${name}`,
    create: relinking((link) => onPage(link, 1)),
  },
  {
    id: 'dropped',
    fits: onPart('next', 'previous'),
    does: ({ name }) => `loses its first filter in the link to the ${name} page`,
    create: relinking((link, call) => {
      const [filter] = filtersSent(call);
      return filter === undefined ? link : withoutParameter(asRequest(link), filter).target;
    }),
  },
  {
    id: 'cut',
    fits: onPart('next', 'previous'),
    does: ({ name }) => `loses per_page in the link to the ${name} page`,
    create: relinking((link) => withoutParameter(asRequest(link), 'per_page').target),
  },
];
