import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { judgeContainer } from '../../index.js';
import { calproof } from '../runners/cli/console.js';
import { buildImage, CLI, containersOf, describeWithEngine, docker, entry, entryUntil, SERVER } from './engine.js';

const RUN = '--only tags.create --effort quick --seed 7 --timeout 60s --report json=report.json';

const judge = (image: string, more = '') => calproof(`check --image ${image} ${RUN} ${more}`);
const FORGETS = 'loses its records on restart';

describeWithEngine('check --image', () => {
  const images = { late: '', never: '', crash: '', elsewhere: '', indoors: '', foreign: '', mortal: '' };
  beforeAll(() => {
    images.late = buildImage('late', [entry('sleep 4; exec SERVE --port 8080')]);
    images.never = buildImage('never', [entry('echo "waiting for the database, as $LOGIN"; sleep 600')]);
    images.crash = buildImage('crash', ['ENTRYPOINT ["node", "-e", "throw new Error(\'no database at db:3306\')"]']);
    images.elsewhere = buildImage('elsewhere', [entry('exec SERVE --port 9090')]);
    images.indoors = buildImage('indoors', [entry('exec SERVE --port 8080 --host 127.0.0.1')]);
    images.mortal = buildImage('mortal', [entryUntil(170)]);
    const nothing = "require('node:http').createServer((_, to) => to.writeHead(404).end()).listen(8080)";
    images.foreign = buildImage('foreign', [`ENTRYPOINT ${JSON.stringify(['node', '-e', nothing])}`]);
  }, 300_000);

  test('tests the server of the Dockerfile, warns that it loses its records, and removes it', async () => {
    const { code, stdout, stderr, folder } = await judge(SERVER);
    expect(stderr).toBe('');
    expect(stdout).toContain(`(the image ${SERVER})`);
    expect(stdout).toMatch(/The target conforms: \d+ of \d+/);
    expect(stdout).toContain(`Warning: The container of ${SERVER} ${FORGETS}`);
    expect(code).toBe(0);
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ target: `the image ${SERVER}`, mode: 'sandbox', exitCode: 0 });
    expect(report.warnings).toEqual([expect.stringContaining(FORGETS)]);
    expect(containersOf(SERVER)).toEqual([]);
  });

  test('waits for one that starts late, by its list of events, by a path or by its log', async () => {
    for (const wait of ['', '--wait-http /vendor/events/v1', '--wait-log listening|serv|http']) {
      const { code, stderr } = await judge(images.late, wait);
      expect(stderr).toBe('');
      expect(code).toBe(0);
    }
    expect(containersOf(images.late)).toEqual([]);
  });

  test('says what one that never gets ready was doing, without its secrets', async () => {
    const variables = { SOME_LOGIN: 'hunter22' };
    const { code, stderr } = await calproof(`check --image ${images.never} --wait-time 3s --env LOGIN=env:SOME_LOGIN`, {
      variables,
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^The container of calproof-test-never was not ready within 3\.0 s: GET \/vendor\/events\/v1\/events got no response; .*--wait-time/,
    );
    expect(stderr).toContain('The end of its log (1 line):\n  waiting for the database, as ');
    expect(stderr).not.toContain('hunter22');
    expect(containersOf(images.never)).toEqual([]);
  });

  test('says that nothing in the log matches', async () => {
    const { code, stderr } = await judge(images.never, '--wait-time 2s --wait-log ready');
    expect(code).toBe(3);
    expect(stderr).toContain('was not ready within 2.0 s: nothing in its log matches /ready/m');
    expect(containersOf(images.never)).toEqual([]);
  });

  test('shows the stack trace of one that exits', async () => {
    const { code, stderr } = await judge(images.crash);
    expect(code).toBe(3);
    expect(stderr).toContain('The container of calproof-test-crash exited with code 1 before it was ready.');
    expect(stderr).toMatch(/The end of its log \(\d+ lines\):\n(.*\n)*.*Error: no database at db:3306\n +at /);
    expect(containersOf(images.crash)).toEqual([]);
  });

  test('finds the port of one that answers on another', async () => {
    const { code, stderr } = await judge(images.elsewhere, '--wait-time 8s');
    expect(code).toBe(3);
    expect(stderr).toContain('nothing listens on port 8080, but on 9090; try --container-port 9090.');
    expect((await judge(images.elsewhere, '--container-port 9090')).code).toBe(0);
    expect(containersOf(images.elsewhere)).toEqual([]);
  });

  test('finds one that listens to nobody outside', async () => {
    const { code, stderr } = await judge(images.indoors, '--wait-time 8s');
    expect(code).toBe(3);
    expect(stderr).toContain(
      'it listens only on 127.0.0.1, which is unreachable from outside; make it listen on 0.0.0.0.',
    );
    expect(containersOf(images.indoors)).toEqual([]);
  });

  test('removes one that is up and is no such calendar', async () => {
    const { code } = await judge(images.foreign);
    expect(code).toBe(3);
    expect(containersOf(images.foreign)).toEqual([]);
  });

  test('reports a container that exits during the run, with the end of its log', async () => {
    const { code, stdout } = await judge(images.mortal);
    expect(stdout).toContain('The container of calproof-test-mortal exited with code 7 during the run.');
    expect(stdout).toMatch(/The end of its log \(\d lines\):\n.*\n {2}heap out of memory/);
    expect(code).toBe(3);
    expect(containersOf(images.mortal)).toEqual([]);
  });

  test('removes one when it is interrupted while it starts', async () => {
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(), 2_000);
    const { code, stderr } = await calproof(`check --image ${images.never}`, { signal: interruption.signal });
    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted while calproof-test-never was starting; its container was removed.');
    expect(containersOf(images.never)).toEqual([]);
  });

  test.each([
    ['--image calproof-test-nowhere:1', 'The container engine has no image calproof-test-nowhere:1 and cannot pull it'],
    [`--image ${CLI}`, `The image ${CLI} exposes no port; choose one with --container-port.`],
    [`--image ${SERVER} --network calproof-nowhere`, 'network calproof-nowhere not found'],
  ])('%s is refused', async (words, sentence) => {
    const { stderr, code } = await calproof(['check', ...words.split(' ')]);
    expect(stderr).toContain(sentence);
    expect([2, 3]).toContain(code);
    expect(containersOf(SERVER)).toEqual([]);
  });

  test('is there for programs, too, and removes what is left early', async () => {
    const outcomes: string[] = [];
    for await (const event of judgeContainer({ image: SERVER, only: ['tags.create'], effort: 'quick' })) {
      if (event.type === 'judged') outcomes.push(event.verdict.outcome);
      if (outcomes.length > 0) break;
    }
    expect(outcomes).toEqual(['passed']);
    expect(containersOf(SERVER)).toEqual([]);
  });
});

describeWithEngine('the image of the command line', () => {
  test('judges, and prints its version', () => {
    expect(docker(['run', '--rm', '--network', 'none', CLI, '--version'])).toMatch(/^\d+\.\d+\.\d+$/);
    expect(docker(['run', '--rm', '--entrypoint', 'sh', CLI, '-c', 'calproof --version'])).toMatch(/^\d/);
    const output = docker(['run', '--rm', CLI, 'check', '--only', 'tags.create', '--effort', 'quick']);
    expect(output).toContain('The target conforms');
    expect(containersOf(CLI)).toEqual([]);
  });
});
