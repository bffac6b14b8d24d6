import type { Interceptor } from '../../../wire/exchange.js';
import { createConfusedDeputy } from '../../intercept/confused-deputy.js';
import { inTurn } from '../../intercept/intercept-operation.js';
import { toRefusal } from '../../intercept/response-edit.js';
import { answering } from './answer.js';
import { keeping } from './kept-answers.js';
import { linkMistakes } from './list-links.js';
import { numberMistakes } from './list-numbers.js';
import { onPart } from './list-part.js';
import { recordMistakes } from './list-records.js';
import { type Making, type Mistake, stalled } from './mistake.js';

const onWhole = onPart('');

/** What is denied is shown with the rights of the service. */
const opening = (making: Making): Interceptor => {
  const privileged = createConfusedDeputy(making.view);
  const open = answering(making, ({ request }, next) =>
    next(privileged.isAnother(request) ? privileged.as(request) : request),
  );
  return inTurn(privileged.watch, open);
};

const ofWholes: readonly Mistake[] = [
  {
    id: 'stale',
    fits: onWhole,
    does: () => 'is once shown as it was before the last write',
    create: (making) => keeping((answer) => answering(making, answer)),
  },
  { id: 'unchecked', fits: onWhole, does: () => 'shows what is hidden from whoever asks', create: opening },
  {
    id: '500',
    fits: onWhole,
    does: () => 'is answered by 500',
    create: (making) => answering(making, async () => toRefusal(500)),
  },
  {
    id: 'late',
    fits: onWhole,
    does: () => 'is never answered',
    create: (making) => answering(making, async () => stalled),
  },
];

/** What can go wrong with a list. */
export const listMistakes: readonly Mistake[] = [...recordMistakes, ...numberMistakes, ...linkMistakes, ...ofWholes];
