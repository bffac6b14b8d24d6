import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { createBreakdown, noting } from './breakdown.mjs';
import { loadBuilt, withFreshServer } from './built.mjs';
import { digestOf } from './digest.mjs';
import { failureIn, judgedIn, judgeIn, judgeMutant } from './judge.mjs';
import { openOn } from './open.mjs';
import { createSchedule } from './schedule.mjs';
import { settings } from './settings.mjs';

/** What the instrumented server reads: which mutant is active, and the test that it counts coverage for. */
const instrumented = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

const testId = (setting, id) => `${setting.name}: ${id}`;

/**
 * Runs the conformance suites as Stryker's tests: one per requirement and setting. All mutants are in the one build, so
 * a process loads it once and then only switches them; those that act while modules load get the server loaded anew.
 */
class ConformanceRunner {
  #built;
  #schedule = createSchedule();

  /** Stryker need not start a new process for a mutant that acts while modules load. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    const built = await loadBuilt();
    const tests = [];
    for (const setting of settings) await this.#coverSetting(built, setting, tests);
    const { mutantCoverage } = instrumented;
    const digest = await coverAll(mutantCoverage);
    return { status: DryRunStatus.Complete, tests: [...tests, digest], mutantCoverage };
  }

  async #coverSetting(built, setting, tests) {
    const timed = async (id, judge) => {
      instrumented.currentTestId = testId(setting, id);
      const start = performance.now();
      const failure = await judge();
      tests.push(toTest(testId(setting, id), performance.now() - start, failure));
    };
    let opened;
    await timed('target', async () => {
      opened = await openOn(built, setting);
    });
    for (const requirement of judgedIn(setting, built.requirements))
      await timed(requirement.id, async () => failureIn(await judgeIn(opened.trial, requirement, requirement.runs)));
    // What still runs after the last of them is of some test: only what runs as modules load is of none.
    await opened.close();
  }

  async mutantRun({ activeMutant, testFilter, reloadEnvironment, hitLimit }) {
    this.#built ??= await loadBuilt();
    Object.assign(instrumented, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
    const breakdown = createBreakdown();
    try {
      const built = reloadEnvironment ? await withFreshServer(this.#built, activeMutant.id) : this.#built;
      return await noting(breakdown, () => this.#judge({ built, activeMutant, testFilter, breakdown }));
    } catch (error) {
      return toKilled(testId(settings[0], 'target'), `does not start: ${error.message}`, 1);
    } finally {
      Object.assign(instrumented, { activeMutant: undefined, hitCount: undefined });
    }
  }

  async #judge({ built, activeMutant: { fileName }, testFilter, breakdown }) {
    let judged = 0;
    let defect;
    for (const setting of settings) {
      const isCovering = (id) => testFilter?.includes(testId(setting, id)) ?? true;
      const schedule = this.#schedule.of(judgedIn(setting, built.requirements), fileName, isCovering);
      if (!schedule) continue;
      const end = await judgeMutant({ built, setting, schedule, breakdown });
      judged += end.judged ?? 1;
      defect ??= end.defect;
      if (end.killer === undefined) continue;
      this.#schedule.note(fileName, end.killer);
      return toKilled(testId(setting, end.killer), end.failure, judged);
    }
    if (defect !== undefined) return { status: MutantRunStatus.Error, errorMessage: defect };
    return { status: MutantRunStatus.Survived, nrOfTests: judged };
  }
}

const toTest = (id, timeSpentMs, failureMessage) => ({
  id,
  name: id,
  timeSpentMs,
  ...(failureMessage === undefined ? { status: TestStatus.Success } : { status: TestStatus.Failed, failureMessage }),
});

const toKilled = (id, failureMessage, nrOfTests) => ({
  status: MutantRunStatus.Killed,
  killedBy: [id],
  failureMessage,
  nrOfTests,
});

/** A test that covers all and changes with the suites: for a survivor of an earlier run that is a new chance. */
async function coverAll({ perTest }) {
  const id = `suites ${await digestOf(['suites', 'generators', 'wire', 'kernel', 'adapter'])}`;
  perTest[id] = Object.assign({}, ...Object.values(perTest));
  return toTest(id, 0);
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'conformance', ConformanceRunner)];
