import type { Interceptor } from '../../../wire/exchange.js';
import { isDenied } from '../../../wire/status.js';
import { createConfusedDeputy } from '../../intercept/confused-deputy.js';
import { inTurn } from '../../intercept/intercept-operation.js';
import { toRefusal } from '../../intercept/response-edit.js';
import { onItem } from './another-record.js';
import { answering } from './answer.js';
import { type Making, type Mistake, stalled } from './mistake.js';
import { readMistakes } from './read-mistakes.js';
import { writeMistakes } from './write-mistakes.js';

const onAny = onItem('create', 'read', 'update', 'delete');

/** Carries out for everybody what is denied to some. */
const unchecked = (making: Making): Interceptor => {
  const privileged = createConfusedDeputy(making.view);
  const open = answering(making, async ({ request }, next) => {
    const outcome = await next(request);
    return privileged.isAnother(request) && isDenied(outcome) ? next(privileged.as(request)) : outcome;
  });
  return inTurn(privileged.watch, open);
};

/** What can go wrong with an operation on one record. */
export const itemMistakes: readonly Mistake[] = [
  ...readMistakes,
  ...writeMistakes,
  {
    id: 'unchecked',
    fits: onAny,
    does: () => 'is granted to whom it is denied elsewhere',
    create: unchecked,
  },
  {
    id: '500',
    fits: onAny,
    does: () => 'is answered by 500',
    create: (making) => answering(making, async () => toRefusal(500)),
  },
  {
    id: 'late',
    fits: onAny,
    does: () => 'is never answered',
    create: (making) => answering(making, async () => stalled),
  },
];
