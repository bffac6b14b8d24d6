/** A stranger's run: a filled calendar is judged by reads alone, without credentials and without a world file. */
import { describe, expect, test } from 'vitest';
import type { Interceptor } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { faults } from '../../zoo/faults/index.js';
import { alsoForHead, interceptOperation, inTurn } from '../../zoo/intercept/intercept-operation.js';
import type { WireView } from '../../zoo/intercept/wire-view.js';
import { emptied, redactedWhenProtected } from '../../zoo/variants/readings/redacted-events.js';
import { variants } from '../../zoo/variants/index.js';
import { byInterceptor, judgeAsStranger } from './judge-as-stranger.js';
import { inShare } from './share.js';

const LEAST = 235;

/** Every fifth event is for members only: others see that it is, and when. */
function emptiedForStrangers(view: WireView): Interceptor {
  const toStranger = (event: JsonObject): JsonObject =>
    Number(view.id('events', event)) % 5 === 0 ? emptied(event) : event;
  const reading = interceptOperation(view, { collection: 'events', kind: 'read' }, async ({ request }, next) =>
    view.editRecord('events', await next(request), toStranger),
  );
  const listing = interceptOperation(view, { id: 'events.list' }, async ({ request }, next) =>
    view.editItems('events', await next(request), (events) => events.map(toStranger)),
  );
  return alsoForHead(inTurn(reading, listing));
}

const byId = <One extends { readonly id: string }>(all: readonly One[], ...ids: readonly string[]): readonly One[] =>
  ids.map((id) => {
    const found = all.find((one) => one.id === id);
    if (!found) throw new RangeError(`nothing is called ${id}`);
    return found;
  });

describe('a stranger blames nobody for', () => {
  test.each([
    ['a filled calendar', undefined],
    ['protected events that are shown empty', redactedWhenProtected],
    ['events that only others see whole', byInterceptor(emptiedForStrangers)],
    ...byId(
      variants,
      'notation.extra-fields',
      'notation.camel-case',
      'envelope.bare',
      'list.no-links',
      'by-slug.summary',
      'lists.ids-in-brackets',
      'relations.keyed',
      'delete.inactive',
      'strict.no-namesakes',
    ).map((one) => [one.id, one] as const),
  ] as const)('%s', async (_, through) => {
    const { failures, judged } = await judgeAsStranger({ through });
    expect(failures).toEqual([]);
    expect(judged.length).toBeGreaterThan(LEAST);
  });
});

describe('a stranger finds', () => {
  test.each(
    inShare(
      byId(
        faults,
        'lists.page-ignored',
        'lists.page-from-zero',
        'lists.per_page-ignored',
        'lists.per_page-one-too-many',
        'lists.last-of-small-page-lost',
        'lists.total-of-page',
        'lists.total-of-all',
        'lists.pages-rounded-down',
        'lists.links-forget-per_page',
        'lists.previous-link-to-first',
        'lists.next-without-end',
        'events.list.total-too-high',
        'events.list.next-link-forgets-filter',
        'venues.list.page-off-by-one',
        'organizers.list.page-overlaps',
        'events.list.include-unpaged',
        'lists.page-default-skips-first',
        'events.list.starts_before-read-as-starts_after',
        'events.list.starts_before-day-late',
        'events.list.strict_dates-ignored',
        'events.list.strict-shift-in-summer',
        'lists.links-lose-parameters',
      ),
    ).map((fault) => [fault.id, fault] as const),
  )('%s', async (_, fault) => {
    expect((await judgeAsStranger({ events: 120, through: fault })).failures).not.toEqual([]);
  });
});
