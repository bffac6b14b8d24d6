import type { Troubles } from '../../harness/preflight/trouble.js';

/** A service in JSON that shows no calendar of this interface. */
export const calendarTroubles = {
  otherNamespace: {
    seen: '{base} has no {namespace}, but it has {near}.',
    advice: 'Try --namespace {near}.',
    means: 'The index of the REST root names a calendar under another vendor.',
  },
  noNamespace: {
    seen: '{base} has no {namespace}; its index names {names}.',
    advice: 'Switch the calendar on there, or give its --namespace.',
    means: 'There is a REST root, and none of its namespaces looks like that of a calendar.',
  },
  noList: {
    seen: '{base} answers with JSON, but there is no list of events at {namespace}/events.',
    advice: 'Check that this is the REST root of a calendar, or give its --namespace.',
    means: 'What answers is another REST service, or the calendar is elsewhere in it.',
  },
  listForbidden: {
    seen: '{url} answers {answer}, though the index of {namespace} is there.',
    advice: 'Give a login that may read events with --basic or --bearer, or open the list to everybody there.',
    means: 'The calendar is there and keeps its events from who is not logged in.',
  },
  listRefused: {
    seen: '{url} answers {answer} to the login given, though the index of {namespace} is there.',
    advice: 'Check the login, and that its role may read events.',
    means: 'The calendar is there, and the login is wrong or may not read events.',
  },
  restClosed: {
    seen: '{base} answers {answer} for all of its REST interface.',
    advice:
      'Open it there for {namespace} (a plugin or a setting closes it), or give a login with --basic or --bearer.',
    means: 'The REST interface is switched off, or kept for who is logged in.',
  },
  restHidden: {
    seen: '{base} answers {answer} at its REST root and for {namespace}.',
    advice: 'Check the path of the REST root, and that nothing there filters the routes out.',
    means: 'A REST service answers, and has neither an index nor a calendar: its routes are taken out, or elsewhere.',
  },
  restOff: {
    seen: '{origin} answers, but there is no REST root at {base} ({status}).',
    advice: 'Check the path, as in https://example.org/wp-json; on WordPress also that permalinks are on.',
    means: 'The site is well, and its REST interface is switched off or at another path.',
  },
} as const satisfies Troubles;
