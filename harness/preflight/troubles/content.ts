import type { Troubles } from '../trouble.js';

/** An answer that is no JSON. */
export const contentTroubles = {
  page: {
    seen: '{url} answers with an HTML page{title}, not with JSON.',
    advice: 'Give the REST root, as in https://example.org/wp-json, not a page of the site.',
    means: 'The address is one for people; the REST interface is elsewhere, or an error is shown as a page.',
  },
  loginPage: {
    seen: '{url} answers with a login page{title}, not with JSON.',
    advice:
      'Give a login with --basic env:VARIABLE (it holds user:password) or --bearer env:VARIABLE (it holds the token).',
    means: 'The site lets nobody in without a login, and shows its form in place of a 401.',
  },
  otherRoot: {
    seen: '{url} answers with a page that names its REST root: {root}.',
    advice: 'Give {root} instead.',
    means: 'A site was given; it says where its REST interface is (a link of the relation https://api.w.org/).',
  },
  rootInQuery: {
    seen: '{url} answers with a page that names its REST root in a query: {root}.',
    advice: 'Switch permalinks on there, so that the REST root is a path.',
    means: 'WordPress without permalinks serves REST at ?rest_route= alone, where paths cannot be judged.',
  },
  firewall: {
    seen: '{url} answers {status} with a page{title} that reads like that of a firewall.',
    advice: 'Ask who runs it to let this machine and the agent calproof through, or judge from a network it knows.',
    means: 'Something before the service takes calproof for an attacker or a robot, and blocks or challenges it.',
  },
  blank: {
    seen: '{url} answers {status} with a blank page.',
    advice: 'Look into its error log: a crash often leaves one.',
    means: 'The answer has a good status and nothing in it.',
  },
  brokenJson: {
    seen: '{url} answers with broken JSON.',
    advice: 'Look at the answer with curl, and into its error log.',
    means: 'The answer calls itself JSON and is none; often a warning of the service stands before or after it.',
  },
  notJson: {
    seen: '{url} does not answer with JSON ({type}).',
    advice: 'Check that this is the address of the REST root.',
    means: 'The answer is of another type.',
  },
  coded: {
    seen: '{url} answers in a coding that cannot be undone ({coding}).',
    advice: 'Switch compression off there.',
    means: 'The Content-Encoding is unknown, is not what it says, or unfolds to more than 64 MiB.',
  },
} as const satisfies Troubles;
