import { createEventStream } from '../../reports/event-stream.js';
import { STREAM } from '../../reports/formats/report-formats.js';
import { openEventOutput } from '../output/event-output.js';
import type { Run, RunEvents } from './run-context.js';
import { clauseText, curlFor, toFacts } from './run-report-facts.js';

/** Writes that a run starts, and opens its events; undefined where no report asks for them. */
export function openRunEvents(run: Run): RunEvents | undefined {
  const { options, environment, target, selected } = run;
  if (options.reports.every(({ format }) => format !== STREAM)) return undefined;
  const output = openEventOutput(options.reports, environment);
  const stream = createEventStream({ redaction: target.redaction, toCurl: curlFor(run), clauseText });
  const { learned: _, ...facts } = toFacts(run, {});
  output.write([{ type: 'run-started', ...facts, planned: selected.map(({ id }) => id) }]);
  return {
    learned: (found) => output.write([{ type: 'target-learned', ...found }]),
    on: (event) => output.write(stream.on(event)),
    ended: (report) => output.write(stream.ended(report)),
    close: output.close,
  };
}
