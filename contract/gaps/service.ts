import type { Gap } from '../gap.js';

/** What the interface leaves open about the service as a whole. */
export const serviceGaps = [
  {
    id: 'gap.status.values',
    question: 'Which values may status have?',
    source: 'States and transitions',
    decision: 'publish (the default), future, draft, pending and private; anything else is 400.',
  },
  {
    id: 'gap.status.transitions',
    question: 'Which changes of status are allowed, and which happen by themselves?',
    source: 'States and transitions',
    decision: 'Any change is allowed and the status is stored as sent. None happens by itself.',
  },
  {
    id: 'gap.access.scheme',
    question: 'How does a client say who it is?',
    source: 'Authentication',
    decision: 'By HTTP Basic, where users are configured; otherwise the service is open.',
  },
  {
    id: 'gap.access.permissions',
    question: 'Who may do what?',
    source: 'Authentication',
    decision:
      'Anonymous and reader read what is published; an author also creates, and changes and sees own records; an editor may do everything.',
  },
  {
    id: 'gap.access.password',
    question: 'What does a protected event show, where?',
    source: 'Authentication',
    decision:
      'Its password is set in a world file. By id every verb is 403 without it, by slug every verb is 403. Lists show title, dates and ids only, and no search finds it by its text. The password is taken from the query or the body.',
  },
  {
    id: 'gap.language.place',
    question: 'Where is ml_language sent on a request with a body?',
    source: 'Common parameter ml_language',
    decision: 'In the query; in the body it is taken too.',
  },
  {
    id: 'gap.language.other-value',
    question: 'What happens to a language that is not among the allowed ones?',
    source: 'Common parameter ml_language',
    decision: '400.',
  },
  {
    id: 'gap.language.records',
    question: 'To which language does a record belong, and where does that show?',
    source: 'What the service does',
    decision:
      'To that of ml_language at its creation, else of the path segment, else en; an update never moves it. Lists and slugs are per language, ids are reachable from every language, relations may cross.',
  },
  {
    id: 'gap.address.base-path',
    question: 'Where does the REST root lie?',
    source: 'What the service does',
    decision: 'At the origin, unless a base path is configured: /vendor/events/v1, /nl/vendor/events/v1.',
  },
  {
    id: 'gap.address.id-spelling',
    question: 'Which record is meant by leading zeros, by 0 or by an id beyond all numbers?',
    source: 'Endpoints',
    decision: 'The record of that number, leading zeros aside; without one, 404.',
  },
  {
    id: 'gap.address.trailing-slash',
    question: 'Is a path with a slash at its end the same path?',
    source: 'Endpoints',
    decision: 'Yes.',
  },
  {
    id: 'gap.caching',
    question: 'May answers be kept and reused?',
    source: 'Endpoints',
    decision:
      'Only after asking: Cache-Control is no-cache, an item has an ETag, and If-None-Match is honoured with 304.',
  },
  {
    id: 'gap.notifications',
    question: 'Does the service notify anyone of changes?',
    source: 'Events',
    decision: 'No.',
  },
  {
    id: 'gap.limits',
    question: 'Which limits are there on rate and size?',
    source: 'Limits',
    decision: 'No rate limit; a body above 1 MiB is 413.',
  },
  {
    id: 'gap.versions',
    question: 'Which other versions are there, and how long does one last?',
    source: 'Versioning',
    decision: 'There is v1 only, and no policy.',
  },
] as const satisfies readonly Gap[];
