import { beforeAll, describe, expect, test } from 'vitest';
import type { Choices } from '../../../contract/readings/readings.js';
import type { Judged } from '../../../kernel/run-event.js';
import { type Judgement, judgeSecond } from './judge-second.js';
import type { SecondServerOptions } from './server.js';

/** How the second implementation understands the lists, as it should be seen from outside. */
export const followed: Partial<Choices> = {
  'list.start-date': 'lower-bound',
  'list.end-date': 'upper-bound',
  'list.start-date.strict': 'open-bound',
  'list.end-date.strict': 'open-bound',
  'list.default-window.lifted': 'bound-by-bound',
  'list.status.default': 'visible',
  'list.hide-from-listings': 'absent',
  'list.terms-by-slug': 'ids-only',
  'list.category-filter': 'with-children',
  'list.include.other-filters': 'include-wins',
  'list.has-events.counted': 'any-status',
  'list.has-events.false': 'without-events',
  'list.upcoming': 'not-started',
  'list.search.match': 'all-words',
  'list.search.case': 'exact',
  'terms.counted-events': 'any-status',
  'terms.include-hide-empty': 'include-wins',
  'terms.include-exclude': 'include-wins',
  'terms.post-event': 'event-wins',
  'terms.parent': 'descendants',
  'terms.order-words': 'ascending-descending',
  'update.put.unsent': 'reset',
  'update.post.unsent': 'kept',
  'language.belonging': 'fallback',
  'language.terms': 'fallback',
  'language.conflict': 'segment-wins',
  'language.segment-place': 'before-root',
};

/** What is seen of it besides, where dates are compared by the site's clock: the edges of days are where they were asked for. */
export const followedAtEdges: Partial<Choices> = {
  'list.compared-time': 'site-zone',
  'list.starts-after.lenient': 'excluded',
  'list.starts-before.lenient': 'excluded',
  'list.ends-after.lenient': 'excluded',
  'list.ends-before.lenient': 'excluded',
  'list.starts-after.strict': 'inclusive',
  'list.starts-before.strict': 'inclusive',
  'list.ends-after.strict': 'inclusive',
  'list.ends-before.strict': 'inclusive',
};

/** What it is reminded of: the readings among these that the words do not bear, and a condition (RFC 9110 section 13.1.1). */
export const remarks = [
  'categories.list.readings.parent',
  'events.list.readings.category-filter',
  'events.list.readings.end-date',
  'events.list.readings.include-with-others',
  'events.list.readings.search-match',
  'events.list.readings.start-date',
  'events.update.if-match',
  'tags.list.readings.include-with-exclude',
  'tags.list.readings.include-with-hide-empty',
];

export const remarksAtEdges = ['events.list.readings.ends-before-strict', 'events.list.readings.starts-before-strict'];

/** One place of the service: what is learned of it differs in what its clock and its extensions let be seen. */
interface Site {
  readonly name: string;
  readonly seed: number;
  readonly options: SecondServerOptions;
  readonly follows: Partial<Choices>;
  /** Requirements that remind it of a reading. */
  readonly remarks: readonly string[];
}

const LONG = 300_000;

const toLine = ({ requirement: { id, level }, verdict }: Judged): string => {
  const { expected, observed } = verdict.outcome === 'failed' ? verdict.counterexample.deviation : {};
  return `${level} ${id}: expected ${expected}, observed ${observed}`;
};

/** Expects the second implementation at one place to be judged, understood and left alone. */
export function describeSite({ name, seed, options, follows, remarks }: Site): void {
  describe(`a second implementation, ${name}`, () => {
    let judgement: Judgement;
    const judgedAs = (...outcomes: readonly string[]): readonly Judged[] =>
      judgement.judged.filter(({ verdict }) => outcomes.includes(verdict.outcome));

    beforeAll(async () => {
      judgement = await judgeSecond(seed, options);
    }, LONG);

    test('is blamed for nothing that the interface leaves open', () => {
      const allowed = new Set(remarks);
      const blamed = judgedAs('failed').filter(({ requirement }) => !allowed.has(requirement.id));
      expect(blamed.map(toLine)).toEqual([]);
    });

    test('is reminded of each reading that the words do not bear', () => {
      const reminded = judgedAs('failed').map(({ requirement: { id, level } }) => `${level} ${id}`);
      expect(reminded.toSorted()).toEqual(remarks.map((id) => `SHOULD ${id}`).toSorted());
    });

    test('gets a verdict from nearly all requirements that apply', () => {
      const applying = judgedAs('passed', 'failed', 'cantTell', 'untested');
      expect(judgedAs('passed').length / applying.length).toBeGreaterThanOrEqual(0.95);
      expect(judgedAs('untested')).toEqual([]);
    });

    test('is seen to understand the interface as it does', () => {
      expect(judgement.profile.choices).toMatchObject(follows);
      expect(judgement.profile.lacks.has('language.segment')).toBe(false);
    });

    test('is left as it was, within the budget: 3,000 requests, and 30 for each reminder that is confirmed and shrunk', () => {
      const causes = judgedAs('failed').filter(({ verdict }) => verdict.outcome === 'failed' && !verdict.cause);
      expect(judgement.left).toEqual([]);
      expect(judgement.requests).toBeLessThanOrEqual(3_000 + 30 * causes.length);
    });
  });
}
