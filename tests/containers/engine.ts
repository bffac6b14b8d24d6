import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';

/** Images of both Dockerfiles, which `.ci/run` builds. */
export const SERVER = 'calproof-server';
export const CLI = 'calproof';

/** Where there must be an engine, its absence is a failure and not a reason to leave tests out. */
const isRequired = process.env['CALPROOF_ENGINE'] === 'required';

/** Runs docker, and gives what it printed. Throws what it complained of. */
export function docker(words: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync('docker', words, { input, encoding: 'utf8', timeout: 200_000 });
  if (status !== 0) throw new Error(`docker ${words.join(' ')}: ${stderr ?? error?.message}`);
  return stdout.trim();
}

function hasImages(): boolean {
  try {
    return docker(['image', 'inspect', SERVER, CLI]) !== '';
  } catch {
    return false;
  }
}

/** Tests that need a container engine and the images; on a machine without them they are left out, and named as such. */
export function describeWithEngine(name: string, tests: () => void): void {
  if (isRequired || hasImages()) {
    describe(name, { timeout: 300_000 }, tests);
    return;
  }
  console.warn(
    `Left out: ${name}. There is no container engine that has the images ${SERVER} and ${CLI} (see .ci/run).`,
  );
  describe.skip(name, tests);
}

/** Makes an image from that of the server, and gives its name. */
export function buildImage(name: string, lines: readonly string[]): string {
  const image = `calproof-test-${name}`;
  docker(['build', '--quiet', '--tag', image, '-'], [`FROM ${SERVER}`, ...lines].join('\n'));
  return image;
}

/** The containers of an image, running or not. */
export const containersOf = (image: string): readonly string[] =>
  docker(['ps', '--all', '--quiet', '--filter', `ancestor=${image}`])
    .split('\n')
    .filter((id) => id !== '');

/** An entry point that ends the server, with a word in its log, at a request. */
export function entryUntil(requests: number): string {
  const hook = `import http from 'node:http'; const emit = http.Server.prototype.emit; let count = 0;
    http.Server.prototype.emit = function (name, ...rest) {
      if (name === 'request' && ++count > ${requests}) { console.error('heap out of memory'); process.exit(7); }
      return emit.call(this, name, ...rest);
    };`;
  const words = SERVE.replace('node', `node --import data:text/javascript,${encodeURIComponent(hook)}`).split(' ');
  return `ENTRYPOINT ${JSON.stringify([...words, '--port', '8080'])}`;
}

const SERVE = 'node /calproof/node_modules/calproof/dist/runners/main.js serve --host 0.0.0.0';

/** An entry point that runs a line of shell; `SERVE` in it is the server, but for its port. */
export const entry = (script: string): string =>
  `ENTRYPOINT ${JSON.stringify(['sh', '-c', script.replace('SERVE', SERVE)])}`;
