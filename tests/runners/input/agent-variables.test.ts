import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentVariableIn, agentVariables } from '../../../runners/input/agent-variables.js';
import { calproof, createTestEnvironment } from '../cli/console.js';
import { type Deviate, listenReference } from '../targets.js';

const ONE = '--only tags.create.required-only --seed 7';

const losesTags: Deviate = (request, response) => {
  const lost = request.method === 'GET' && /\/tags\/\d+/.test(request.url ?? '');
  if (lost) response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"lost"}');
  return lost;
};

const variables = { CLAUDECODE: '1' };

test.each(Object.keys(agentVariables))('%s is how an agent is seen', (name) => {
  expect(agentVariableIn({ variables: { HOME: '/', [name]: '1' } })).toBe(name);
});

test('an agent gets its report, and standard error says why in one line', async () => {
  const { url } = await listenReference(losesTags);
  const { code, stdout, stderr } = await calproof(`check ${url} ${ONE}`, { variables });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^calproof: exit code 1\. The target deviates: .*\n/);
  expect(stdout).toContain('\n1. tags.create.required-only (MUST)\n');
  expect(stderr).toBe(
    'CLAUDECODE is set, so standard output gets the report for coding agents; --no-agent prints the text for people.\n',
  );
});

test('the report names the JSON report of the run', async () => {
  const { url } = await listenReference(losesTags);
  const { stdout, folder } = await calproof(`check ${url} ${ONE} --report json=run.json`, { variables });
  expect(stdout).toContain('script: calproof replay run.json tags.create.required-only --script\n');
  const script = await calproof('replay run.json tags.create.required-only --script', { folder, variables });
  expect(script.stdout).toContain('curl');
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toMatchObject({ exitCode: 1 });
});

test.each([
  ['that is switched off', '--no-agent', variables],
  ['the variable is empty', '', { CLAUDECODE: '' }],
  ['no variable is set', '', {}],
])('people get their text where %s', async (_, flag, set) => {
  const { url } = await listenReference();
  const { stdout, stderr } = await calproof(`check ${url} ${ONE} ${flag}`, { variables: set });
  expect(stdout).toContain(`calproof 0.1.0 tests ${url}`);
  expect(stderr).toBe('');
});

test('people get their text on a terminal', async () => {
  const { url } = await listenReference();
  const { environment, written } = createTestEnvironment();
  const stdout = { ...environment.stdout, isTerminal: true, columns: 80 };
  await calproof(`check ${url} ${ONE}`, { stdout, variables });
  expect(written.stdout).toContain('tests http');
});

test('another report on standard output stays there alone, and quiet stays quiet', async () => {
  const { url } = await listenReference();
  const json = await calproof(`check ${url} ${ONE} --report json`, { variables });
  expect(JSON.parse(json.stdout)).toMatchObject({ exitCode: 0 });
  const quiet = await calproof(`check ${url} ${ONE} --quiet`, { variables });
  expect(quiet.stdout).toBe('The target conforms: 1 of 1 applicable MUST requirement passed.\n');
});

test('a target that cannot be reached is in the report too', async () => {
  const { code, stdout } = await calproof(`check http://127.0.0.1:9 ${ONE}`, { variables });
  expect(code).toBe(3);
  expect(stdout).toMatch(/^calproof: exit code 3\. .*refuses/);
});

test('a probe is not changed', async () => {
  const { url } = await listenReference();
  const { code, stdout } = await calproof(`probe ${url}`, { variables });
  expect([code, stdout.includes('calproof: exit code')]).toEqual([0, false]);
});
