import fc from 'fast-check';
import type { OpenSubject } from '../../kernel/execution.js';
import { type Requirement, type RequirementDefinition, toRequirement } from '../../kernel/requirement.js';
import { openScope, type Scope } from '../../kernel/scope.js';
import type { Exchange, Outcome, WireRequest } from '../../wire/exchange.js';

/** What a toy requirement works with: it asks for a path and is answered by a script. */
export interface Toy {
  readonly scope: Scope;
  ask(target: string): Promise<Exchange>;
}

/** A world of which nothing is drawn. */
export interface Nowhere {
  readonly words: readonly string[];
}

export const nowhere: Nowhere = { words: [] };

export type ToyRequirement = Requirement<Toy, Nowhere>;

/** What a toy target does: the answer to a request, `at` counting from 0 over the whole script. */
export type Script = (request: WireRequest, at: number) => Outcome;

export interface ToyTarget {
  readonly open: OpenSubject<Toy>;
  /** The targets asked for, in order, as `phase target`. */
  readonly asked: readonly string[];
}

/** An answer with a status and a text. */
export const say = (status: number, text = ''): Outcome => ({
  kind: 'response',
  response: { status, headers: [], body: Buffer.from(text) },
});

/** A target that answers by a script. */
export function createToyTarget(script: Script = () => say(200), quota = 100): ToyTarget {
  const asked: string[] = [];
  const open = () => {
    const scope = openScope({
      phase: 'arrange',
      quota,
      send: async (request, { phase }) => {
        asked.push(`${phase} ${request.target}`);
        const number = asked.length;
        return { number, phase, request, outcome: script(request, number - 1), ms: 0 };
      },
    });
    const ask = (target: string): Promise<Exchange> => scope.send({ method: 'GET', target, headers: [] });
    return { scope, subject: { scope, ask } };
  };
  return { open, asked };
}

type ToyDefinition<Value, Arranged> = Partial<RequirementDefinition<Toy, Nowhere, Value, Arranged>> &
  Pick<RequirementDefinition<Toy, Nowhere, Value, Arranged>, 'given' | 'check'>;

/** A requirement of which only what matters to a test is said. */
export const toyRequirement = <Value, Arranged = undefined>(
  definition: ToyDefinition<Value, Arranged>,
): ToyRequirement =>
  toRequirement({
    id: 'toy.rule',
    level: 'MUST',
    clause: 'toy.clause',
    operations: [],
    profile: 'core',
    needs: [],
    effects: 'reads',
    statement: 'A toy answers.',
    cost: 1,
    ...definition,
  });

/** A requirement that asks once for nothing in particular. */
export const askingOnce = (
  check: (toy: Toy) => Promise<void>,
  more: Partial<RequirementDefinition<Toy, Nowhere, null, undefined>> = {},
): ToyRequirement => toyRequirement<null>({ given: () => fc.constant(null), check, ...more });
