import { addDays } from '../../target/world/wall-clock.js';
import { alsoForHead } from '../also-for-head.js';
import { withParameter } from '../edit-request.js';
import { interceptOperation } from '../on.js';
import type { Variant } from '../variant.js';

const DAYS = 90;

const LIFTING = /^(start_date|end_date|starts_before|starts_after|ends_before|ends_after|include)(\[|$)/;

/** The bounds of a list without dates are computed by the service, it is not shown how. */
export const shorterWindow: Variant = {
  id: 'list.shorter-window',
  aspect: 'default-window',
  statement: 'A list of events without any dates shows those of the next ninety days.',
  learns: (facts) => ({
    ...facts,
    'events.default-window': { ...facts['events.default-window'], later: false },
  }),
  create: (_, lens, clock) =>
    alsoForHead(
      interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
        if ([...query.keys()].some((name) => LIFTING.test(name))) return next(request);
        const today = new Date(clock.now()).toISOString().slice(0, 10);
        const bounded = withParameter(request, 'ends_after', today);
        return next(withParameter(bounded, 'starts_before', addDays(today, DAYS)));
      }),
    ),
};
