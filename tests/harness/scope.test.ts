import { describe, expect, test } from 'vitest';
import { BudgetSpent, CannotTell } from '../../harness/errors.js';
import { expectSuccess } from '../../harness/expectations.js';
import { execute } from '../../harness/execution.js';
import type { Scenario } from '../../harness/requirement.js';
import { createToyTarget, say, type Script, type Toy } from './toy.js';

type Check = (toy: Toy) => Promise<void>;

const scenario = (check: Check, arrange: Check = async () => {}): Scenario<Toy> => ({
  value: null,
  async arrange(toy) {
    await arrange(toy);
    return () => check(toy);
  },
});

/** Registers two undoings, as a record and one that refers to it would. */
const makes: Check = async ({ scope, ask }) => {
  for (const name of ['venue', 'event']) {
    await ask(`/make/${name}`);
    scope.onClose(async (send) => {
      await send({ method: 'DELETE', target: `/${name}`, headers: [] });
    });
  }
};

async function run(script: Script, check: Check, arrange?: Check) {
  const { open, asked } = createToyTarget(script, 10);
  const execution = await execute(scenario(check, arrange), open);
  return { execution, asked };
}

const undone = ['clean-up /event', 'clean-up /venue'];

describe('an execution undoes what it made, the last first', () => {
  test('after a pass', async () => {
    const { execution, asked } = await run(
      () => say(200),
      async ({ ask }) => void expectSuccess(await ask('/'), 'a toy'),
      makes,
    );
    expect(execution.kind).toBe('passed');
    expect(asked).toEqual(['arrange /make/venue', 'arrange /make/event', 'check /', ...undone]);
  });

  test('after a deviation', async () => {
    const check: Check = async ({ ask }) => void expectSuccess(await ask('/'), 'a toy');
    const { execution, asked } = await run(({ target }) => say(target === '/' ? 500 : 200), check, makes);
    expect(execution.kind).toBe('deviated');
    expect(asked.slice(-2)).toEqual(undone);
  });

  test('after an arrangement that failed half-way', async () => {
    const { execution, asked } = await run(
      () => say(200),
      async () => {},
      async (toy) => {
        await makes(toy);
        throw new CannotTell('half-way');
      },
    );
    expect(execution.kind).toBe('cannotTell');
    expect(asked.slice(-2)).toEqual(undone);
  });

  test('after its requests were spent: clean-up is not counted', async () => {
    const check: Check = async ({ ask }) => {
      for (;;) await ask('/again');
    };
    const { execution, asked } = await run(() => say(200), check, makes);
    expect(execution.kind).toBe('spent');
    expect(asked).toHaveLength(12);
    expect(asked.slice(-2)).toEqual(undone);
  });

  test('after a defect of ours, which is thrown', async () => {
    const { open, asked } = createToyTarget();
    const buggy = scenario(() => Promise.reject(new TypeError('a bug')), makes);
    await expect(execute(buggy, open)).rejects.toThrow('a bug');
    expect(asked.slice(-2)).toEqual(undone);
  });
});

test('a scope that is closed sends nothing more', async () => {
  const { open, asked } = createToyTarget();
  const { scope, subject } = open();
  await scope.close();
  await expect(subject.ask('/late')).rejects.toThrow(BudgetSpent);
  expect(asked).toEqual([]);
});

test('every exchange of an execution is kept, in order', async () => {
  const { execution } = await run(
    () => say(200),
    async ({ ask }) => {
      await ask('/one');
      expectSuccess(await ask('/two'), 'a toy');
    },
  );
  expect(execution.exchanges.map(({ request, phase }) => `${phase} ${request.target}`)).toEqual([
    'check /one',
    'check /two',
  ]);
});
