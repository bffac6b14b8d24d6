import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toSignedStatement, verifyStatement } from '../../../reports/formats/signed-statement.js';
import { toStatement } from '../../../reports/formats/statement.js';
import { failingReport, hostileReport } from '../sample-reports.js';

const kinds = {
  Ed25519: () => generateKeyPairSync('ed25519'),
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};
const report = { ...failingReport(), targetVersion: '0123456789abcdef0123456789abcdef01234567' };

describe.each(Object.entries(kinds))('a statement that is signed with %s', (_, generate) => {
  const { privateKey, publicKey } = generate();
  const envelope = JSON.parse(toSignedStatement(report, privateKey)) as Readonly<Record<string, string>>;

  test('is valid for the public key, and holds the statement', () => {
    const verified = verifyStatement(envelope, publicKey);
    expect(verified).toMatchObject({ kind: 'valid', statement: JSON.parse(toStatement(report)) });
  });

  test('is valid for no other key', () => {
    expect(verifyStatement(envelope, generate().publicKey)).toMatchObject({ kind: 'invalid' });
  });

  test('is invalid once a letter of it is another one', () => {
    const text = Buffer.from(envelope['payload'] ?? '', 'base64').toString();
    const forged = text.replace('"exitCode":1', '"exitCode":0');
    expect(forged).not.toBe(text);
    const payload = Buffer.from(forged).toString('base64');
    expect(verifyStatement({ ...envelope, payload }, publicKey)).toMatchObject({ kind: 'invalid' });
    expect(verifyStatement({ ...envelope, payloadType: 'text/plain' }, publicKey)).toMatchObject({ kind: 'invalid' });
  });
});

const { privateKey, publicKey } = kinds.Ed25519();

test('the envelope is DSSE with an in-toto statement, and its subject is the target at its commit', () => {
  const envelope = JSON.parse(toSignedStatement(report, privateKey));
  expect(Object.keys(envelope).sort()).toEqual(['payload', 'payloadType', 'signatures']);
  expect(envelope.payloadType).toBe('application/vnd.in-toto+json');
  const { _type, subject, predicate } = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
  expect(_type).toBe('https://in-toto.io/Statement/v1');
  expect(subject).toEqual([
    {
      name: `${report.url}/${report.namespace}`,
      digest: { sha256: predicate.sha256, gitCommit: report.targetVersion },
    },
  ]);
});

test('what a hostile target said is signed as it is', () => {
  const envelope = JSON.parse(toSignedStatement(hostileReport(), privateKey));
  expect(verifyStatement(envelope, publicKey)).toMatchObject({ statement: JSON.parse(toStatement(hostileReport())) });
});

test.each([[{}], [[]], [JSON.parse(toStatement(report))], ['text']])(
  'a value that is no envelope is not called forged: %j',
  (value) => expect(verifyStatement(value, publicKey)).toBeUndefined(),
);

test('signatures that are none are refused', () => {
  const signed = JSON.parse(toSignedStatement(report, privateKey));
  const signatures = [null, {}, { sig: 'AAAA' }];
  expect(verifyStatement({ ...signed, signatures }, publicKey)).toMatchObject({ kind: 'invalid' });
});

test.each(['no JSON', '[]', '{"predicateType":"other","predicate":{}}'])(
  'a text that was signed and is no statement of ours is refused: %s',
  (text) => {
    const { payloadType } = JSON.parse(toSignedStatement(report, privateKey));
    const payload = Buffer.from(text);
    const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
    const sig = sign(null, Buffer.concat([Buffer.from(head), payload]), privateKey).toString('base64');
    const envelope = { payload: payload.toString('base64'), payloadType, signatures: [{ sig }] };
    expect(verifyStatement(envelope, publicKey)).toEqual({ kind: 'invalid', why: 'it is no statement of calproof' });
  },
);
