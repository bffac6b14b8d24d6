import { plural, toDuration } from '../../wire/wording.js';
import { cannotJudge, type CommandError, interrupted } from '../input/command-error.js';
import { type Container, type Engine, fetchLog } from './container-engine.js';
import { type Readiness, WAIT_MS, type Waiting } from './readiness.js';

/** A port that something in a container listens on, and whether it is reached from outside. */
interface Listening {
  readonly port: number;
  readonly isLoopback: boolean;
}

const LISTEN = '0A';
const LOOPBACK = /^(0100007F|00000000000000000000000001000000|0000000000000000FFFF00000100007F)$/;

/** The listening ports in a container, from its kernel; empty where the image has no `cat`. */
async function fetchListening(container: Container, { client }: Engine): Promise<readonly Listening[]> {
  const files = ['/proc/net/tcp', '/proc/net/tcp6'];
  const output = await client.container.exec(container, ['cat', ...files]).catch(() => undefined);
  return (output?.stdout ?? '').split('\n').flatMap(toListening);
}

/** A line of /proc/net/tcp: `0: 00000000:1F90 00000000:0000 0A ...`, addresses in hexadecimal digits. */
function toListening(line: string): readonly Listening[] {
  const [, address = '', port = '', state] = /^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ ([0-9A-F]{2}) /.exec(line) ?? [];
  return state === LISTEN ? [{ port: Number.parseInt(port, 16), isLoopback: LOOPBACK.test(address) }] : [];
}

type Unready = Exclude<Readiness, { kind: 'ready' }>;

/** Why a container cannot be judged, with what to try and the end of its log. */
export async function toUnreadyError(readiness: Unready, waiting: Waiting): Promise<CommandError> {
  const { image, waitTime = WAIT_MS } = waiting.options;
  switch (readiness.kind) {
    case 'interrupted':
      return interrupted(`Interrupted while ${image} was starting; its container was removed.`);
    case 'exited':
      return withLog(`The container of ${image} exited with code ${readiness.code} before it was ready.`, waiting);
    case 'late': {
      const hint = toHint(await fetchListening(waiting.container, waiting.engine), waiting.port);
      const advice = hint ?? 'allow more with --wait-time, or define readiness with --wait-http or --wait-log';
      const sentence = `The container of ${image} was not ready within ${toDuration(waitTime)}: ${readiness.last}; ${advice}.`;
      return withLog(sentence, waiting);
    }
  }
}

/** What is wrong about the port, where that is what is wrong. */
function toHint(listening: readonly Listening[], port: number): string | undefined {
  if (listening.some((one) => one.port === port && !one.isLoopback)) return undefined;
  if (listening.some((one) => one.port === port))
    return `it listens only on 127.0.0.1, which is unreachable from outside; make it listen on 0.0.0.0`;
  // The resolver of the engine listens in each container of a network of one's own, on a loopback address.
  const others = [...new Set(listening.filter((one) => !one.isLoopback).map((one) => one.port))];
  if (others.length === 0) return undefined;
  return `nothing listens on port ${port}, but on ${others.join(' and ')}; try --container-port ${others[0]}`;
}

/** How much of a log is shown. */
const LINES = 20;

async function withLog(sentence: string, { container }: Waiting): Promise<CommandError> {
  return cannotJudge(`${sentence}\n${await toLogLines(container)}`);
}

/** The end of a container's log, under a heading. */
export async function toLogLines(container: Waiting['container']): Promise<string> {
  const log = (await fetchLog(container, LINES)).trimEnd();
  if (log === '') return 'Its log is empty.';
  const lines = log.split('\n').map((line) => `  ${line.replaceAll(/(?!\t)\p{Cc}/gu, '')}`);
  return [`The end of its log (${plural(lines.length, 'line')}):`, ...lines].join('\n');
}
