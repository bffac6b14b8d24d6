import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calproof, createTestEnvironment } from './cli/console.js';

const pem = { type: 'spki', format: 'pem' } as const;
const toPair = ({ publicKey, privateKey }: ReturnType<typeof pairOf>) => ({
  open: publicKey.export(pem).toString(),
  secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});
const pairOf = () => generateKeyPairSync('ed25519');
const [mine, other] = [toPair(pairOf()), toPair(pairOf())];

/** Checks the embedded server in a folder that holds the keys, with a key to sign in the variable `KEY`. */
async function checkSigned(words: string, secret = mine.secret) {
  const { environment } = createTestEnvironment();
  const { folder } = environment;
  writeFileSync(join(folder, 'public.pem'), mine.open);
  writeFileSync(join(folder, 'other.pem'), other.open);
  writeFileSync(join(folder, 'rsa.pem'), generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export(pem));
  const changed = { folder, variables: { KEY: secret } };
  const ran = await calproof(`check --only tags.read.count --seed 7 --quiet ${words}`, changed);
  return {
    ...ran,
    verify: (key: string, file = 's.json') => calproof(`verify-statement ${file} --key ${key}`, changed),
  };
}

test('a signed statement is verified with the public key, and says what it states', async () => {
  const { code, verify } = await checkSigned('--sign env:KEY --report statement=s.json --target-version 1.4.2');
  expect(code).toBe(0);
  const { code: valid, stdout } = await verify('public.pem');
  expect(valid).toBe(0);
  expect(stdout).toMatch(/^s\.json is signed with the key [0-9a-f]{64} and unchanged\.$/m);
  expect(stdout).toMatch(/^Target .*, version 1\.4\.2$/m);
  expect(stdout).toMatch(/^States {5}The target conforms/m);
});

test('another key, or a changed statement, is exit code 1', async () => {
  const { folder, verify } = await checkSigned('--sign env:KEY --report statement=s.json');
  const { code, stdout } = await verify('other.pem');
  expect([code, stdout]).toEqual([1, expect.stringContaining('is not what the owner of other.pem signed')]);
  const envelope = JSON.parse(readFileSync(join(folder, 's.json'), 'utf8'));
  const payload = Buffer.from(envelope.payload, 'base64').toString().replace('"seed":7', '"seed":8');
  const forged = { ...envelope, payload: Buffer.from(payload).toString('base64') };
  writeFileSync(join(folder, 's.json'), JSON.stringify(forged));
  expect((await verify('public.pem')).code).toBe(1);
});

test.each([
  ['--sign env:KEY', undefined, /--sign signs a statement; add --report statement=FILE/],
  ['--sign secret --report statement=s.json', undefined, /--sign does not accept a literal secret/],
  ['--sign env:NONE --report statement=s.json', undefined, /There is no secret in the variable NONE/],
  [
    '--sign env:KEY --report statement=s.json',
    'no key',
    /needs a private key of the kind Ed25519 or P-256.*openssl genpkey/,
  ],
])('%s is wrong use before anything is sent', async (words, secret, message) => {
  const { code, stderr } = await checkSigned(words, secret);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('no key');
});

test('an unsigned statement and a key of another kind are wrong use', async () => {
  const { verify } = await checkSigned('--report statement=s.json');
  expect(await verify('public.pem')).toMatchObject({ code: 2, stderr: expect.stringContaining('is not signed') });
  expect(await verify('rsa.pem')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('rsa.pem is no public key'),
  });
  expect(await verify('none.pem')).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read') });
});
