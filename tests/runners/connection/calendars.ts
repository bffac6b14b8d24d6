import { calendarTroubles } from '../../../runners/connection/calendar-diagnosis.js';
import type { Case } from '../input/case.js';
import { answering, listen } from '../targets.js';

type Answer = readonly [status: number, body: unknown, type?: string];

const NS = '/wp-json/vendor/events/v1';

/** A site with the REST root /wp-json; it answers other paths as WordPress does. */
const site =
  (answers: Readonly<Record<string, Answer>>, more = '') =>
  async () => {
    const { url, requests } = await listen((request, response) => {
      const missing: Answer = [404, { code: 'rest_no_route' }];
      const [status, body, type = 'application/json'] = answers[request.url ?? ''] ?? answers['*'] ?? missing;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      answering(status, { 'content-type': type }, text)(request, response);
    });
    return { line: `${url}/wp-json${more}`, requests, variables: { LOGIN: 'anna:hunter22' } };
  };

const html = (status: number, title: string): Answer => [status, `<title>${title}</title>`, 'text/html'];
const index: Answer = [200, { namespace: 'vendor/events/v1', routes: { '/vendor/events/v1/events': {} } }];
const forbidden = (status: number, code: string): Answer => [status, { code }];

const { otherNamespace, noNamespace, noList, listForbidden, listRefused } = calendarTroubles;
const { restClosed, restHidden, restOff } = calendarTroubles;

export const calendarCases: readonly Case[] = [
  {
    about: 'a calendar under another namespace',
    trouble: otherNamespace,
    open: site({ '/wp-json/': [200, { namespaces: ['wp/v2', 'tribe/events/v1'] }] }),
    says: 'Try --namespace tribe/events/v1.',
  },
  {
    about: 'an index without a calendar',
    trouble: noNamespace,
    open: site({ '/wp-json/': [200, { namespaces: ['oembed/1.0', 'wp/v2'] }] }),
    says: 'lists oembed/1.0, wp/v2.',
  },
  { about: 'an index of another kind', trouble: noList, open: site({ '/wp-json/': [200, { users: '/users' }] }) },
  { about: 'a list of other things', trouble: noList, open: site({ '*': [200, { users: [], posts: [] }] }) },
  {
    about: 'an index, and a list for others',
    trouble: listForbidden,
    open: site({ [NS]: index, [`${NS}/events`]: forbidden(401, 'rest_forbidden') }),
    says: 'answers 401 (rest_forbidden), although',
  },
  {
    about: 'an index, and a list that the login may not read',
    trouble: listRefused,
    open: site({ [NS]: index, [`${NS}/events`]: forbidden(403, 'rest_forbidden') }, ' --basic env:LOGIN'),
    says: 'answers 403 (rest_forbidden) to the given credentials',
  },
  {
    about: 'REST for who is logged in',
    trouble: restClosed,
    open: site({ '*': forbidden(401, 'rest_not_logged_in') }),
    says: 'answers 401 (rest_not_logged_in) for its whole',
  },
  { about: 'REST switched off', trouble: restClosed, open: site({ '*': forbidden(403, 'rest_disabled') }) },
  {
    about: 'a root that is switched off, and nothing else',
    trouble: restClosed,
    open: site({ '/wp-json/': forbidden(401, 'rest_disabled') }),
  },
  { about: 'routes that are taken out', trouble: restHidden, open: site({}), says: '404 (rest_no_route)' },
  {
    about: 'a site that is well, without REST',
    trouble: restOff,
    open: site({ '*': html(404, 'Nothing found'), '/': html(200, 'Our calendar') }),
    says: '/wp-json (404)',
  },
];
