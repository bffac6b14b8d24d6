import type { Interceptor, WireRequest } from '../../../wire/exchange.js';
import { isDenied } from '../../../wire/status.js';
import { type ConfusedDeputy, createConfusedDeputy } from '../../intercept/confused-deputy.js';
import { type Act, type Choice, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import type { WireView } from '../../intercept/wire-view.js';

/** Acts for an identity with fewer rights. */
export type ActFor = (privileged: ConfusedDeputy) => Act;

/** Acts on the chosen operations when another identity requests them. */
export const forOthers =
  (choices: readonly Choice[], act: ActFor) =>
  (_: number, view: WireView): Interceptor => {
    const privileged = createConfusedDeputy(view);
    const acting = act(privileged);
    return inTurn(
      privileged.watch,
      interceptOperations(view, choices, (call, next) =>
        privileged.isAnother(call.request) ? acting(call, next) : next(call.request),
      ),
    );
  };

/** Forgets to ask who asks: what was denied is done all the same. */
export const unchecked: ActFor =
  (privileged) =>
  async ({ request }, next) => {
    const outcome = await next(request);
    return isDenied(outcome) ? next(privileged.as(request)) : outcome;
  };

/** Whether nobody is logged in. */
export const isAnonymous = ({ headers }: WireRequest): boolean =>
  headers.every(([name]) => name.toLowerCase() !== 'authorization');

/** Forgets to ask whether anybody is logged in, while it asks users what they may. */
export const open: ActFor = (privileged) => (call, next) =>
  isAnonymous(call.request) ? unchecked(privileged)(call, next) : next(call.request);

/** Asks whether somebody is logged in, not what they may. */
export const uncheckedForUsers: ActFor = (privileged) => (call, next) =>
  isAnonymous(call.request) ? next(call.request) : unchecked(privileged)(call, next);
