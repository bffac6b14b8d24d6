import { expect, test } from 'vitest';
import { type Baseline, conclude, judgeTarget, type JudgeTargetOptions, type RunEvent } from '../../index.js';
import { createReferenceServer } from '../../reference-server/index.js';
import { certificate } from '../wire/transports/certificate.js';
import { certificates } from '../wire/transports/certificates.js';
import { listenFaulty } from './faulty-proxy.js';
import { listenProxy, listenTls } from './unusable/servers.js';

const { client, authority, stranger } = certificates;

/** Runs to the end, and returns it with all events before. */
async function judge(options: JudgeTargetOptions) {
  const events: RunEvent[] = [];
  for await (const event of judgeTarget({ seed: 7, ...options })) events.push(event);
  const end = events.at(-1);
  if (end?.type !== 'ended') throw new Error('there is no end');
  return { events, end };
}

test('a target behind a proxy that wants a client certificate is judged', async () => {
  const mutual = { ...certificate, requestCert: true, ca: authority.cert };
  const at = await listenTls(mutual, createReferenceServer().handler);
  const proxy = await listenProxy();
  const { end } = await judge({
    target: { url: `https://${at}` },
    only: ['tags.create.required-only'],
    ca: certificate.cert,
    certificate: client,
    proxy: `http://${proxy.at}`,
  });
  expect(end.judged.map(({ verdict }) => verdict.outcome)).toEqual(['passed']);
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${at}`]));
});

const nowhere = { url: 'https://127.0.0.1:1' };

test.each([
  ['certificate', { certificate: { cert: client.cert, key: stranger.key } }, /in the option certificate do not match/],
  [
    'proxy',
    { proxy: 'socks5://anna:hunter2@127.0.0.1' },
    /^The option proxy is not an HTTP proxy: write http:\/\/host:port/,
  ],
])('a %s that cannot be used is one sentence, without its secrets', async (_, options, sentence) => {
  await expect(judge({ target: nowhere, ...options })).rejects.toThrow(sentence);
});

const ID = 'venues.fields.zip';
const entry = { requirement: ID, reason: 'numbers', owner: 'anna', link: '', expires: '2027-01-01' };
const knowing = (expires: string): Baseline => ({
  format: 'calproof.baseline/1',
  entries: [{ ...entry, expires }],
});

test('a known deviation is marked as known and fails no run, until its entry expires', async () => {
  const { url } = await listenFaulty('venues.create.zip-lost');
  const common = { target: { url }, only: [ID], now: Date.parse('2026-11-21'), bail: true };
  const { events, end } = await judge({ ...common, baseline: knowing('2027-01-01') });
  expect(events.find(({ type }) => type === 'judged')).toMatchObject({ known: entry, verdict: { outcome: 'failed' } });
  expect(end).toMatchObject({ end: 'finished', baseline: [{ state: 'known' }] });
  expect(conclude(end, { strict: false }).code).toBe(0);

  const late = await judge({ ...common, baseline: knowing('2026-11-20') });
  expect(late.end).toMatchObject({ baseline: [{ state: 'expired' }] });
  expect(conclude(late.end, { strict: false }).code).toBe(1);
});

test('a baseline that is none is refused before anything is sent', async () => {
  const baseline = knowing('soon');
  await expect(judge({ target: nowhere, baseline })).rejects.toThrow(
    `The option baseline is not a baseline: expires in the entry for ${ID} is "soon", not a date`,
  );
});
