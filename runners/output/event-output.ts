import { appendFileSync, closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EventBody } from '../../reports/event-stream.js';
import { type CheckFormat, STREAM } from '../../reports/formats/report-formats.js';
import { RUN_EVENT } from '../../reports/run-event-schema.js';
import { toJsonLine } from '../../wire/printable.js';
import type { Environment } from '../input/environment.js';
import { toReason } from '../input/json-file.js';
import type { ReportRequest } from '../options/command-flags.js';

/** Where the events of a run go. */
export interface EventOutput {
  write(events: readonly EventBody[]): void;
  close(): void;
}

/** Opens the streams among the requested reports; without one, events go nowhere. */
export function openEventOutput(
  requests: readonly ReportRequest<CheckFormat>[],
  environment: Environment,
): EventOutput {
  const streams = requests.filter(({ format }) => format === STREAM).map(({ file }) => openStream(file, environment));
  return {
    write(events) {
      for (const event of events) {
        const time = new Date(environment.clock.now()).toISOString();
        const line = toJsonLine({ format: RUN_EVENT, time, ...event });
        for (const stream of streams) stream.write(line);
      }
    },
    close() {
      for (const { close } of streams) close();
    },
  };
}

interface LineStream {
  write(line: string): void;
  close(): void;
}

const openStream = (file: string | undefined, environment: Environment): LineStream =>
  file === undefined ? { write: environment.stdout.write, close: () => {} } : openFile(file, environment);

/** Writes synchronously, so that no signal leaves half a line. A full disk or a closed pipe ends the stream, not the run. */
function openFile(file: string, { folder, stderr }: Environment): LineStream {
  let descriptor: number | undefined;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      descriptor = undefined;
      stderr.write(`The run goes on without the report ${file}, which could not be written: ${toReason(error)}.\n`);
    }
  };
  attempt(() => {
    descriptor = openSync(resolve(folder, file), 'w');
  });
  return {
    write(line) {
      const open = descriptor;
      if (open !== undefined) attempt(() => appendFileSync(open, line));
    },
    close() {
      const open = descriptor;
      descriptor = undefined;
      if (open !== undefined) attempt(() => closeSync(open));
    },
  };
}
