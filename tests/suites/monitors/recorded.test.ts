import { expect, test } from 'vitest';
import type { Watched } from '../../../kernel/monitor.js';
import { watchCalendar } from '../../../suites/monitors/index.js';
import { openRecorded } from '../../adapter/open-recorded.js';
import { resendAll } from '../../adapter/reading/recorded-service.js';

/** From this number on, the service had been set up anew, with the same ids for other records. */
const ANEW = '13';

/** All that monitors make of the recorded exchanges, as if each of the two rows were one execution. */
async function watchRecorded(): Promise<readonly Watched[]> {
  const { profile, close } = await openRecorded({ empty: false });
  const watch = watchCalendar(profile);
  const all = await resendAll();
  const isAnew = (name: string): boolean => name.replace('recorded-', '').slice(0, ANEW.length) >= ANEW;
  const rows = [false, true].map((anew) => all.filter(({ name }) => isAnew(name) === anew));
  await close();
  return rows.flatMap((row) => watch(row.map(({ exchange }, at) => ({ ...exchange, number: at + 1 }))));
}

test('of a real service, nothing is nominated', async () => {
  const watched = await watchRecorded();
  const judged = new Set(watched.map(({ requirement }) => requirement));
  const some = ['coherence.answers-agree', 'coherence.pages.anywhere', 'events.list.fits-anywhere'];
  expect([...judged]).toEqual(expect.arrayContaining([...some, 'http.server-error.anywhere']));
  expect(watched.filter((one) => 'defect' in one || one.nominations.length > 0)).toEqual([]);
});
