import { collections } from '../../contract/resources.js';
import { editJson } from '../edit-answer.js';
import { withoutParameter, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { mapTexts } from '../json-edit.js';
import { interceptLists } from './over-lists.js';

const PAGES = 'coherence.pages';
const small = ['organizers', 'categories', 'tags'] as const;

/** Who is on a page has come from the first. */
const previousIsFirst: Fault = {
  id: 'lists.previous-link-to-first',
  clause: PAGES,
  statement: 'Every page of a list links the first page as the previous one.',
  create: (_, lens) =>
    interceptLists(lens, collections, async ({ request }, next) =>
      editJson(await next(request), (body) =>
        mapTexts(body, (text, name) => (/prev/.test(name) ? toFirstPage(text) : text)),
      ),
    ),
};

const toFirstPage = (url: string): string =>
  withParameter({ method: 'GET', target: url, headers: [] }, 'page', '1').target;

/** Links are made for pages of the usual size. */
const linksForgetSize: Fault = {
  id: 'lists.links-forget-per_page',
  clause: PAGES,
  statement: 'The links of a list of organizers, categories or tags to other pages lack per_page.',
  create: (_, lens) =>
    interceptLists(lens, small, async ({ request }, next) =>
      editJson(await next(request), (body) =>
        mapTexts(body, (text, name) => (/next|prev/.test(name) ? withoutSize(text) : text)),
      ),
    ),
};

const withoutSize = (url: string): string =>
  withoutParameter({ method: 'GET', target: url, headers: [] }, 'per_page').target;

/** Links from page to page that all lists make wrongly. */
export const pageLinks: readonly Fault[] = [previousIsFirst, linksForgetSize];
