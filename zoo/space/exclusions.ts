import { resourceOf } from '../../contract/resources.js';
import type { Condition, Mistake } from './mistakes/mistake.js';
import type { Family, FaultSite } from './sites/fault-site.js';

/** A candidate for a point. */
export interface Candidate {
  readonly site: FaultSite;
  readonly mistake: Mistake;
  readonly condition: Condition;
}

/** Combinations that are no faults, or that nobody could see. */
interface Exclusion {
  readonly reason: string;
  readonly excludes: (candidate: Candidate) => boolean;
}

const isFatal = ['500', 'late', 'dropped', 'done-and-500', 'done-and-refused', 'defaulted'];
const regions = ['country', 'state', 'province', 'stateprovince'];
const alwaysShown: readonly Family[] = ['time', 'word', 'slug', 'flag'];

/** What is left out of the product, and why. */
export const exclusions: readonly Exclusion[] = [
  {
    reason:
      'A class of values decides only about a mistake that befalls any value: the others have a class of their own.',
    excludes: ({ mistake, condition }) => condition.isOfValues === true && !mistake.isOfAnyValue,
  },
  {
    reason:
      'A service that creates nothing, or answers no list, shows no calendar: it is turned down before it is judged.',
    excludes: ({ site, mistake, condition }) =>
      condition.id === 'always' &&
      isFatal.includes(mistake.id) &&
      ((site.kind === 'item' && site.does === 'create') || (site.kind === 'list' && site.name === '')),
  },
  {
    reason: 'A create without a required field is refused: to lose it, or to break on it, is to create nothing.',
    excludes: ({ site, mistake, condition }) =>
      site.isRequired === true &&
      site.does === 'create' &&
      (mistake.id === 'dropped' || mistake.id === 'leaked' || (mistake.id === '500' && condition.id === 'always')),
  },
  {
    reason: 'A required field cannot be emptied: the target refuses it.',
    excludes: ({ site, mistake }) =>
      site.isRequired === true && site.kind === 'sent' && ['defaulted', 'reset'].includes(mistake.id),
  },
  {
    reason: 'A record always has a value here, so that none is taken from another.',
    excludes: ({ site, mistake }) =>
      site.kind === 'shown' &&
      mistake.id === 'leaked' &&
      (site.isRequired === true || alwaysShown.includes(site.family)),
  },
  {
    reason: 'What is false is shown as it is.',
    excludes: ({ site, mistake, condition }) =>
      site.kind === 'shown' && mistake.id === 'defaulted' && condition.id === 'falsy' && site.family === 'flag',
  },
  {
    reason: 'The parameter is false by default, or has no effect then in a reading of it.',
    excludes: ({ site, mistake, condition }) =>
      condition.id === 'falsy' &&
      mistake.id === 'dropped' &&
      ['strict_dates', 'only_with_upcoming', 'has_events'].includes(site.name),
  },
  {
    reason: 'Nobody may send another author than the one that the target shows: all records have the same.',
    excludes: ({ site, mistake }) => site.name === 'author' && ['dropped', 'stale', 'leaked'].includes(mistake.id),
  },
  {
    reason: 'The order of a list that asks for none is left open.',
    excludes: ({ site, mistake }) =>
      site.kind === 'parameter' && site.name.startsWith('order') && mistake.id === 'leaked',
  },
  {
    reason: 'One coordinate without the other is refused.',
    excludes: ({ site, mistake }) => site.name.startsWith('geoloc_l') && ['dropped', 'leaked'].includes(mistake.id),
  },
  {
    reason: 'Who may create, and who may update at all, is left open; terms are hidden from nobody.',
    excludes: ({ site, mistake }) =>
      mistake.id === 'unchecked' &&
      (site.kind === 'item' || site.kind === 'list') &&
      (site.does === 'create' ||
        /^\w+\.update$/.test(site.id) ||
        (isTerm(site) && ['read', 'list'].includes(site.does))),
  },
  {
    reason: 'It concerns other identities alone, or later pages alone, whatever the condition.',
    excludes: ({ site, mistake, condition }) =>
      (condition.id === 'other-identity' && mistake.id === 'unchecked') ||
      (condition.id === 'beyond-page-one' &&
        (site.name === 'previous' || (site.name === 'records' && mistake.id === 'leaked'))),
  },
  {
    reason: 'What a record is called is one line: whether another one is kept, is left open.',
    excludes: ({ site, mistake }) => mistake.id === 'first-of-many' && site.name === resourceOf(site.collection).label,
  },
  {
    reason: 'No country, state or province is a number: a service may refuse it.',
    excludes: ({ site, mistake, condition }) =>
      regions.includes(site.name) && (mistake.id === 're-typed' || ['digits', 'falsy'].includes(condition.id)),
  },
  {
    reason: 'Whether an identity with fewer rights may write terms is left open: where it may not, nothing is done.',
    excludes: ({ site, mistake, condition }) =>
      condition.id === 'other-identity' && isTerm(site) && mistake.id.startsWith('done-'),
  },
  {
    reason: 'What is deleted a second time is gone already.',
    excludes: ({ site, mistake, condition }) =>
      site.does === 'delete' && condition.id === 'second-time' && !['500', 'late'].includes(mistake.id),
  },
];

const isTerm = ({ collection }: FaultSite): boolean => collection === 'categories' || collection === 'tags';

/** Whether a candidate is a fault that a client can see. */
export const isVisible = (candidate: Candidate): boolean => !exclusions.some(({ excludes }) => excludes(candidate));
