import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/index.js';
import { judgeCase } from '../../runners/prove/judge-case.js';
import type { Interceptor } from '../../wire/exchange.js';
import { bareCase, type Case } from '../../zoo/proof/case-result.js';
import type { Proof } from '../../zoo/proof/proof.js';
import { calproof, createTestEnvironment } from './cli/console.js';

const LONG = 60_000;
const NO_RESPONSE = { status: 500, headers: [], body: new Uint8Array() };

describe('before the embedded server', () => {
  test(
    'a fault is caught, a variant is not blamed, and both are printed',
    async () => {
      const cases = 'http.length-in-characters,envelope.data,Asia/Kolkata';
      const line = `prove --effort quick --jobs 1 --only ${cases} --report json=p.json --report html=p.html --report markdown=p.md`;
      const { code, stdout, folder } = await calproof(line);
      expect(stdout).toMatch(/✓ http\.length-in-characters +http\./);
      expect(stdout).toMatch(/✓ envelope\.data .*pass/);
      expect(stdout.trimEnd().endsWith('Proven.')).toBe(true);
      expect(code).toBe(0);
      const proof: Proof = JSON.parse(readFileSync(join(folder, 'p.json'), 'utf8'));
      expect(proof.faults.map(({ id }) => id)).toEqual(['http.length-in-characters']);
      const catching = proof.faults.flatMap(({ caughtBy }) => caughtBy.map(({ requirement }) => requirement));
      expect(catching).toContain('http.content-length.octets');
      expect(proof.conforming.map(({ id }) => id)).toEqual(['envelope.data', 'Asia/Kolkata']);
      expect(readFileSync(join(folder, 'p.html'), 'utf8')).toContain('http.length-in-characters');
      expect(readFileSync(join(folder, 'p.md'), 'utf8')).toContain('`envelope.data`');
    },
    LONG,
  );
});

describe('a proof that bails', () => {
  const proofOf = async (more: string): Promise<Proof> => {
    const only = 'tags.create.location-elsewhere,tags.list.search-ignored';
    const { code, folder } = await calproof(`prove --jobs 1 --only ${only} --report json=p.json ${more}`);
    expect(code).toBe(0);
    return JSON.parse(readFileSync(join(folder, 'p.json'), 'utf8'));
  };

  test(
    'catches what a whole one does, each fault by one requirement',
    async () => {
      const [whole, bailing] = [await proofOf(''), await proofOf('--bail')];
      expect(bailing.faults.map(({ id }) => id)).toEqual(whole.faults.map(({ id }) => id));
      const catchers = whole.faults.map(({ caughtBy }) => caughtBy.map(({ requirement }) => requirement));
      for (const [at, { caughtBy, causes }] of bailing.faults.entries()) {
        expect(caughtBy.map(({ requirement }) => requirement)).toHaveLength(1);
        expect(catchers[at]).toContain(caughtBy[0]?.requirement);
        expect(causes).toBeUndefined();
      }
      expect([whole.bails, bailing.bails]).toEqual([undefined, true]);
    },
    2 * LONG,
  );

  test(
    'judges all where the failure that ended the run did not show again',
    async () => {
      const setup = {
        target: { kind: 'embedded' },
        languageParameter: 'ml_language',
        effort: 'standard',
        seed: 1,
        now: Date.parse('2026-11-21T12:00:00Z'),
        concurrency: 1,
      } as const;
      const { shapes } = await judgeCase(bareCase, setup);
      let failed = 0;
      const once: Interceptor = async (request, next) => {
        // A probe asks for empty tags too.
        const isSearch = /\/tags\?search=[^&]*&per_page=\d+$/.test(request.target);
        return isSearch && ++failed === 1 ? { kind: 'response', response: NO_RESPONSE } : next(request);
      };
      const fault: Case = { kind: 'fault', id: 'tags.list.search-ignored', until: ['tags.list.search'] };
      const result = await judgeCase(fault, setup, { shapes, around: () => once });
      expect(failed).toBeGreaterThan(1);
      expect(result.case.until).toBeUndefined();
      expect(Object.values(result.cells).map(({ outcome }) => outcome)).not.toContain('untested');
    },
    LONG,
  );
});

describe('before a service', () => {
  const server = createReferenceServer();
  let url: string;
  beforeAll(async () => {
    url = (await server.listen()).url;
  });
  afterAll(() => server.close());

  test(
    'nothing is left behind, though the fault swallows deletes and the variant writes on its own',
    async () => {
      const before = server.counts();
      const { stdout } = await calproof([
        'prove',
        url,
        ...'--effort quick --jobs 1 --only tags.delete.kept,others'.split(' '),
      ]);
      expect(stdout).toContain('others.write-too');
      expect(server.counts()).toEqual(before);
    },
    LONG,
  );
});

describe('a fault that was missed', () => {
  const only = 'tags.list.orderby-id-as-text';

  test(
    'is none where it changes no answer (ids of as many digits stand in one order, as text and as numbers): then nothing is proven',
    async () => {
      const server = createReferenceServer({ world: { tags: [{ key: 'first', id: 123_456, name: 'The first' }] } });
      const { url } = await server.listen();
      const { code, stdout } = await calproof(['prove', url, '--only', only]);
      await server.close();
      expect(stdout).toContain('changes no answer of this target');
      expect(stdout).toMatch(/1 fault that this target cannot show/);
      expect(stdout).toContain('Nothing was tried that this target can show.');
      expect(code).toBe(1);
    },
    LONG,
  );

  test(
    'is none, either, where the embedded server holds a world in which it changes nothing',
    async () => {
      const { environment } = createTestEnvironment();
      const { folder } = environment;
      writeFileSync(join(folder, 'w.json'), '{"tags": [{"key": "first", "id": 123456, "name": "The first"}]}');
      const { code, stdout } = await calproof(`prove --jobs 1 --world w.json --only ${only}`, { folder });
      expect(stdout).toContain('changes no answer of this target');
      expect(stdout).toContain('Nothing was tried that this target can show.');
      expect(code).toBe(1);
    },
    LONG,
  );

  test(
    'is missed where it does: a quick run does not test for this one',
    async () => {
      const server = createReferenceServer();
      const { url } = await server.listen();
      const { code, stdout } = await calproof([
        'prove',
        url,
        '--effort',
        'quick',
        '--only',
        'categories.list.per_page-default-11',
      ]);
      await server.close();
      expect(stdout).toMatch(/✗ \S+ +not caught/);
      expect(code).toBe(1);
    },
    LONG,
  );
});

describe('wrong use is found before anything is sent', () => {
  test.each([
    ['a service elsewhere that is no sandbox', 'prove https://192.0.2.1/wp-json', /say --mode sandbox/],
    ['an id that nothing has', 'prove --only evnts.list', /similar prefixes: events\.list, /],
    ['a format that there is not', 'prove --report xml', /html|markdown|json/],
    ['two reports to standard output', 'prove --report json --report html', /Only one report/],
  ])('%s', async (_, line, sentence) => {
    const { code, stderr } = await calproof(line);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(2);
  });
});

test('on a terminal a line shows how far a proof is, and is gone at its end', { timeout: 300_000 }, async () => {
  let shown = '';
  const stderr = { write: (text: string) => void (shown += text), isTerminal: true, columns: 80 };
  const line = 'prove --only tags.list.search-ignored,venues.create.zip-lost --effort quick --jobs 1';
  const { stdout } = await calproof(line, { stderr });
  expect(shown).toMatch(/1 of 2 cases, 0 missed or blamed, 1 running, about .+ left/);
  expect(shown.endsWith('\r\u001b[2K')).toBe(true);
  expect(stdout).toContain('2 of 2 caught');
});
