import { describe, expect, test } from 'vitest';
import { BudgetSpent } from '../../../wire/errors.js';
import type { Intent } from '../../../wire/journal/journal-reader.js';
import { createMemoryJournal, type Journal } from '../../../wire/journal/journal.js';
import { check, setUp } from '../client/set-up.js';
import { get, post, respond } from '../stub.js';

describe('the journal', () => {
  function recording(): { journal: Journal; log: string[]; intents: Intent[] } {
    const log: string[] = [];
    const intents: Intent[] = [];
    const journal: Journal = {
      ...createMemoryJournal(),
      async intend(intent) {
        await new Promise((resolve) => setImmediate(resolve));
        log.push('intended');
        intents.push(intent);
      },
    };
    return { journal, log, intents };
  }

  test('holds the claim of a write before it is sent, under the number of the exchange', async () => {
    const { journal, log, intents } = recording();
    const { client } = setUp({ journal }, () => {
      log.push('sent');
      return respond(201);
    });
    await client.send(get, check);
    const { number } = await client.send(post, { ...check, claim: { marker: 'm' } });
    expect(log).toEqual(['sent', 'intended', 'sent']);
    expect(intents).toEqual([{ n: number, method: 'POST', target: '/', claim: { marker: 'm' } }]);
  });

  test('holds one intent for a write that is repeated', async () => {
    const { journal, intents } = recording();
    const { client } = setUp({ journal }, (_, at) => respond(at === 0 ? 429 : 201, [['Retry-After', '0']]));
    await client.send(post, { ...check, claim: 1 });
    expect(intents).toHaveLength(1);
  });

  test('holds nothing that may not be sent', async () => {
    const { journal, intents } = recording();
    const { client } = setUp({ journal, maxRequests: 0 });
    await expect(client.send(post, { ...check, claim: 1 })).rejects.toBeInstanceOf(BudgetSpent);
    expect(intents).toEqual([]);
  });

  test('stops a write that it cannot hold', async () => {
    const journal = { ...createMemoryJournal(), intend: () => Promise.reject(new Error('disk full')) };
    const { client, requests } = setUp({ journal });
    await expect(client.send(post, { ...check, claim: 1 })).rejects.toThrow('disk full');
    expect(requests).toEqual([]);
  });
});
