import { openCalendar, type OpenedCalendar } from '../../adapter/open-calendar.js';
import { createMemoryJournal } from '../../wire/journal/journal.js';
import { recordedSite, serveRecorded } from './reading/recorded-service.js';

/** Opens the recorded service as a target that is only read. */
export async function openRecorded(service: { readonly empty: boolean }): Promise<OpenedCalendar> {
  const respond = serveRecorded(service);
  let sent = 0;
  return openCalendar({
    site: recordedSite,
    sent: () => sent,
    async send(request, { phase }) {
      sent += 1;
      return { number: sent, phase, request, outcome: respond(request), ms: 0 };
    },
    journal: createMemoryJournal(),
    mode: 'readonly',
    seed: 1,
    now: new Date('2026-11-21T09:00:00Z'),
    random: 0.5,
    near: true,
    executionQuota: 100,
  });
}
