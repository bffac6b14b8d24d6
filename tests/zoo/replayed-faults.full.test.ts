import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toMarkdown } from '../../reports/formats/markdown.js';
import { toRunPage } from '../../reports/html/run-page.js';
import { toScript } from '../../reports/script/failure-script.js';
import { toSentInput } from '../../reports/sent-input.js';
import { toFailureText } from '../../reports/terminal/failure-lines.js';
import type { OnTrial, OnTrialOptions } from '../suites/on-trial.js';
import { onBare, sightOfBare, through } from './bare.js';
import { type Caught, catchFault, sampleFaults } from './caught-fault.js';
import { inShare } from './share.js';

/** The marker and the ids of another run. */
const ANOTHER_RUN: OnTrialOptions = { random: 0.7, former: 3 };

/** With nothing in its store. */
const EMPTY: OnTrialOptions = { world: {} };

/** Replays a failure in another run, and says why where it cannot be: what its requirement needs is not there. */
async function replayedOn({ trial, opened }: OnTrial, { failure: { requirement, failed } }: Caught) {
  const lacks = requirement.needs.map(opened.lacks).find((reason) => reason !== undefined);
  const { kind } = await trial.replay(requirement, failed);
  return { kind, lacks };
}

async function replayed(caught: Caught, target: OnTrialOptions) {
  const on = await onBare({ ...ANOTHER_RUN, ...target });
  const result = await replayedOn(on, caught);
  await on.close();
  return result;
}

/** How generated values are written, which nobody sent. */
const UNSENT = ['__proto__', '{"ref":', '{mark}', '{marker}', '{slug:', '{stem:', '{status:', '{image:'];

/** What people read of a failure, as text; a page escapes its quotes. */
const shownOf = ({ report, failed }: Caught): readonly string[] =>
  [
    toFailureText({ failure: failed, explains: [] }),
    toMarkdown(report),
    toScript(failed, report),
    toRunPage(report).replaceAll(/&(?:quot|#34);/g, '"'),
  ].flatMap((text) => UNSENT.filter((form) => text.includes(form)));

/** What deviates because it was not sent: a field that was left out, or has its default. */
const ABSENT = /\.(?:required|default)(?:\.|$)/;

/** The field or the parameters that deviate and stand nowhere in the input that is shown, though they were sent. */
function unnamed({ failed }: Caught): readonly string[] {
  const { counterexample } = failed.verdict;
  const { field, parameters = [] } = counterexample.deviation.about ?? {};
  const input = toSentInput(counterexample).map(({ line, body = '' }) => `${line} ${body}`);
  const names = (field === undefined ? parameters : [field]).flatMap((clause) => clause.split('.').at(-1) ?? []);
  return names.filter((name) => !input.join('\n').includes(name) && !ABSENT.test(failed.id));
}

const sight = await sightOfBare();
// Without a fault, one run replays them all.
const sound = await onBare(ANOTHER_RUN);
const soundAndEmpty = await onBare({ ...ANOTHER_RUN, ...EMPTY });
afterAll(async () => {
  await sound.close();
  await soundAndEmpty.close();
});

describe.each(inShare(sampleFaults(120, 1)).map((one) => [one.fault.id, one] as const))('%s', (_, catchable) => {
  let caught: Caught;
  beforeAll(async () => {
    caught = await catchFault(catchable, sight);
  });

  test('fails again while it is there and is fixed without it', async () => {
    expect(await replayed(caught, through(catchable.fault, sight))).toEqual({ kind: 'failing' });
    expect(await replayedOn(sound, caught)).toEqual({ kind: 'fixed' });
  });

  test('is no less so where the store is empty, or what it needs is not there', async () => {
    const faulty = await replayed(caught, { ...through(catchable.fault, sight), ...EMPTY });
    const fixed = await replayedOn(soundAndEmpty, caught);
    expect(faulty.kind).toBe(faulty.lacks === undefined ? 'failing' : 'unrepeatable');
    expect(fixed.kind).toBe(fixed.lacks === undefined ? 'fixed' : 'unrepeatable');
  });

  test('is shown as it was sent, and by what deviates', () => {
    expect(shownOf(caught)).toEqual([]);
    expect(toSentInput(caught.failed.verdict.counterexample)).not.toEqual([]);
    expect(unnamed(caught)).toEqual([]);
  });
});
