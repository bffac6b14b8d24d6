import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/index.js';
import { calproof, createTestEnvironment } from './cli/console.js';
import { listen, listenReference } from './targets.js';

interface Written {
  readonly format: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly evidence: Readonly<Record<string, readonly { readonly request: string; readonly shows: string }[]>>;
}

const LONG = 120_000;
/** Creates of the world are no probes. */
const RECORDS = 55;

/** Learns a target into a file of its own; gives the file's content and its folder. */
async function learn(url: string, options = ''): Promise<{ readonly file: Written; readonly folder: string }> {
  const { code, folder } = await calproof(`probe ${url} --seed 7 -o profile.json ${options}`);
  expect(code).toBe(0);
  return { file: JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')) as Written, folder };
}

/** Judges drift alone against a profile with some facts changed. */
async function checkAgainst(url: string, file: Written, changed: Readonly<Record<string, unknown>>, options = '') {
  const { environment, written } = createTestEnvironment();
  const facts = { ...file.facts, ...changed };
  writeFileSync(join(environment.folder, 'profile.json'), JSON.stringify({ ...file, facts }));
  const line = `check ${url} --seed 7 --only drift --verbose --target-profile profile.json ${options}`;
  const finished = await calproof(line, { folder: environment.folder });
  return { ...finished, written };
}

test(
  'prints facts with the requests that show them, and leaves nothing behind',
  async () => {
    const { url, server } = await listenReference();
    const before = server.counts();
    const { code, stdout, stderr, folder } = await calproof(`probe ${url}`);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain(`learned ${url}/vendor/events/v1`);
    expect(stdout).toMatch(/tags\.list: at \/tags\n +GET \/vendor\/events\/v1\/tags\?\S+ +\[\{"id":/);
    expect(stdout).toMatch(/delete: 200 with the record, then 404 for its ID\n +DELETE \S+ +200/);
    expect(stdout).toMatch(/readings\.list\.search\.case: folded \(/);
    expect(server.counts()).toEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  },
  LONG,
);

test(
  'at most 120 requests are sent, beside those that make records',
  async () => {
    const { url } = await listenReference();
    const { stdout } = await calproof(`probe ${url}`);
    expect(Number(/from (\d+) requests/.exec(stdout)?.[1])).toBeLessThanOrEqual(120 + RECORDS);
  },
  LONG,
);

test(
  'most facts rest on two requests',
  async () => {
    const { url } = await listenReference();
    const { file } = await learn(url);
    const { facts, evidence } = file;
    const counts = Object.keys(facts).map((id) => evidence[id]?.length ?? 0);
    expect(counts.filter((count) => count === 2).length / counts.length).toBeGreaterThan(0.75);
    expect(Object.keys(facts).filter((id) => evidence[id] === undefined && id !== 'extensions')).toEqual([]);
  },
  LONG,
);

test(
  'readonly sends no write, and learns what reads show',
  async () => {
    const { url, requests } = await listenReference();
    await fetch(`${url}/vendor/events/v1/tags`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Kept"}',
    });
    expect(requests).toHaveLength(1);
    const { file } = await learn(url, '--mode readonly');
    expect(requests.slice(1).filter((request) => !/^(GET|HEAD|OPTIONS) /.test(request))).toEqual([]);
    expect(file.facts).toMatchObject({
      'tags.record': '',
      'tags.list': '/tags',
      'tags.fields.name': { at: '/name', type: ['string'] },
      'errors.code': 'body:/code',
    });
    expect(file.facts['tags.create']).toBeUndefined();
  },
  LONG,
);

test(
  'json on standard output is all that is there',
  async () => {
    const { url } = await listenReference();
    const { stdout, stderr } = await calproof(`probe ${url} --report json`);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'calproof.target-profile/1', mode: 'sandbox' });
    expect(stderr).toContain('learned');
  },
  LONG,
);

test(
  'a secret stands nowhere',
  async () => {
    const { url } = await listenReference((request, response) => {
      response.setHeader('etag', `"${request.headers.authorization ?? ''}"`);
      return false;
    });
    const variables = { TOKEN: 'hunter22' };
    const { stdout, folder } = await calproof(`probe ${url} --bearer env:TOKEN -o profile.json`, { variables });
    expect(`${stdout}${readFileSync(join(folder, 'profile.json'), 'utf8')}`).not.toContain('hunter22');
  },
  LONG,
);

describe('a namespace that neither an option nor the URL names is found', () => {
  const namespace = 'tribe/events/v1';
  test.each([
    ['in the namespaces of the index', { namespaces: ['wp/v2', namespace] }],
    ['by a link of the index', { _links: { calendar: [{ href: `https://example.org/wp-json/${namespace}/` }] } }],
    ['among the routes of the index', { routes: { [`/${namespace}/events`]: { methods: ['GET'] } } }],
  ])(
    '%s',
    async (_, index) => {
      const server = createReferenceServer({ namespace });
      const { url } = await listen((request, response) => {
        if (request.url !== '/') return server.handler(request, response);
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(index));
      });
      const { file } = await learn(url);
      expect(file.facts['site.namespace']).toBe(namespace);
    },
    LONG,
  );

  test('unless an option names another', async () => {
    const { code, stderr } = await calproof(`probe ${(await listenReference()).url} --namespace other/events/v1`);
    expect(code).toBe(3);
    expect(stderr).toContain('other/events/v1');
  });
});

describe('a target that is held to its profile', () => {
  test(
    'passes while nothing drifts, in readonly mode too',
    async () => {
      const { url } = await listenReference();
      const { file } = await learn(url);
      expect((await checkAgainst(url, file, {})).code).toBe(0);
      const readonly = await checkAgainst(url, file, {}, '--mode readonly');
      expect(readonly.stdout).not.toContain('FAIL');
    },
    LONG,
  );

  test(
    'fails once for each fact that drifted, with what shows it',
    async () => {
      const { url } = await listenReference();
      const { file } = await learn(url);
      const changed = { 'tags.list': '/items', 'lists.default-size': 20 };
      const { code, stdout } = await checkAgainst(url, file, changed);
      expect(code).toBe(1);
      expect(stdout.match(/FAIL drift\.\S+/g)).toEqual(['FAIL drift.lists.default-size', 'FAIL drift.tags.list']);
      expect(stdout).toMatch(/Expected +at \/items, as pinned\n +Observed +at \/tags/);
      expect(stdout).toMatch(/GET \/vendor\/events\/v1\/tags/);
    },
    LONG,
  );

  test(
    'is judged by what is pinned: a field that is lost since is not excused',
    async () => {
      const { url } = await listenReference();
      const { file } = await learn(url);
      const facts = {
        'tags.fields.description': { at: '/about', text: 'identity' },
        'tags.fields.name': { at: '/name' },
      };
      const only = { ...file, facts };
      expect((await checkAgainst(url, only, {})).code).toBe(1);
    },
    LONG,
  );

  test.each([
    [
      '{"format":"calproof.target-profile/1","facts":{"tags.lst":"/tags"}}',
      /no fact tags\.lst, did you mean tags\.list/,
    ],
    ['{"format":"calproof.target-profile/1","facts":{"http.etag":1}}', /http\.etag is 1, not of type boolean/],
    ['{"format":"calproof.run/2"}', /is not a target profile/],
    ['no', /is not JSON/],
  ])('is not asked anything for %s', async (text, words) => {
    const { url, requests } = await listenReference();
    const { environment } = createTestEnvironment();
    writeFileSync(join(environment.folder, 'p.json'), text);
    const { code, stderr } = await calproof(`check ${url} --target-profile p.json`, { folder: environment.folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(requests).toEqual([]);
  });
});
