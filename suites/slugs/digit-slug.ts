import { createdId } from '../../adapter/calendar/calendar.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { jsonOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';
import { expectCreated } from '../expect/expect-shown.js';
import { sentText, slugOf } from '../expect/record-address.js';

const operations = ['events.by-slug.read', 'events.by-slug.update.patch', 'events.by-slug.delete'] as const;

/** An address by slug finds a slug, also one that is the id of another record. */
export const findsDigitsAsSlug: CalendarRequirement = requirement({
  id: 'events.by-slug.digits',
  level: 'MUST',
  clause: 'address.slug',
  alsoCovers: ['event.update', 'event.delete'],
  operations,
  profile: 'core',
  needs: ['events.create', 'events.read', ...operations],
  effects: 'writes',
  statement: 'A read, a PATCH and a DELETE by a slug that is the id of another event reach the event with that slug.',
  cost: 7,
  given: (world) => payload(resourceOf('events'), world, { only: [] }),
  async arrange({ calendar }, body) {
    const other = await calendar.make('events', body);
    const written = await calendar.create('events', { ...body, slug: other.id });
    if (createdId(calendar.lens, 'events', written.exchange) === undefined)
      throw new DoesNotApply('the target takes no slug of digits');
    const made = expectCreated(calendar, written);
    if ((await slugOf(calendar, made)) !== other.id) throw new DoesNotApply('the target makes another slug of digits');
    return { made, other, address: bySlug(other.id) };
  },
  async check({ calendar }, _, { made, other, address }) {
    const read = await calendar.read('events', address);
    expectReached(read, 'the GET');
    const updated = await calendar.update('events', address, 'PATCH', { description: `By its slug ${MARK}` });
    expectReached(updated.exchange, 'the PATCH');
    const deleted = await calendar.remove('events', address);
    expectSuccess(deleted, 'the DELETE');
    const left = await calendar.read('events', byId(other));
    const [expected, observed] = [`events/${other.id} to be left`, 'it was deleted'];
    expectThat(isGranted(left), { kind: 'state', expected, observed, exchange: left });
    // Not every answer to an update shows which event that reached.
    const isReached = JSON.stringify(jsonOf(left.outcome)).includes(sentText(updated, 'description'));
    expectThat(!isReached, {
      kind: 'value',
      expected: `events/${other.id} as it was before the PATCH by slug`,
      observed: 'the description that was sent to the other event',
      exchange: left,
    });

    function expectReached(answer: Exchange, what: string): void {
      const shown = calendar.lens.recordIfAny('events', answer);
      expectSuccess(answer, `${what} by the slug ${other.id}`);
      const isOther = shown?.id === other.id;
      expectThat(!isOther, {
        kind: 'value',
        expected: `events/${made.id}, which has the slug ${other.id}`,
        observed: `events/${other.id}, which has that id`,
        exchange: answer,
      });
    }
  },
});
