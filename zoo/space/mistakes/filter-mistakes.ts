import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { relinked } from '../../intercept/list-response.js';
import { idsOf, wholeList } from '../../intercept/list-walk.js';
import { valuesOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { FaultSite } from '../sites/fault-site.js';
import { keeping } from './kept-answers.js';
import { type Mistake, stalled } from './mistake.js';
import { answeringWith, isParameter, misreading, nameAt, valueIn } from './parameter-answer.js';
import { misreadValues } from './query-value-mistakes.js';

/** A list that was cut into pages before the filter was applied. */
const filteredByPage: Mistake = {
  id: 'page-only',
  fits: (site) => isFilter(site),
  does: ({ name }) => `applies ${name} to each page, after it was cut`,
  create: (making) =>
    answeringWith(making, async (call, next) => {
      const listing = { view: making.view, call, next };
      const wanted = [...idsOf(listing, await wholeList(listing, call.request))];
      const page = await next(withoutParameter(call.request, nameAt(making)));
      const rank = (item: JsonObject): number => wanted.indexOf(making.view.id(call.collection, item));
      const kept = making.view.editItems(call.collection, page, (items) =>
        items.filter((item) => rank(item) >= 0).toSorted((one, other) => rank(one) - rank(other)),
      );
      return relinked(
        making.view.editTotal(kept, () => wanted.length),
        call,
      );
    }),
};

const isFilter = (site: FaultSite): boolean =>
  isParameter(site) && site.does === 'list' && !/page$|^strict|^hide|^ml_/.test(site.name);

/** A list that keeps the filter of the request before. */
const sticky: Mistake = {
  id: 'leaked',
  fits: isParameter,
  does: ({ name }) => `takes ${name} from the request before, where it is not sent`,
  create(making) {
    let last: string | undefined;
    const remember = interceptOperations(making.view, making.site.choices, async ({ request, query }, next) => {
      const outcome = await next(request);
      last = valuesOf(query, nameAt(making)).join() || undefined;
      return outcome;
    });
    const stick = interceptOperations(making.view, making.site.choices, async (call, next) => {
      const isHit = last !== undefined && valueIn(making, call) === undefined && (await making.when.call(call, next));
      if (!isHit || last === undefined) return next(call.request);
      const outcome = await next(withParameter(call.request, nameAt(making), last));
      return isGranted(outcome) ? relinked(outcome, call) : next(call.request);
    });
    return inTurn(remember, stick);
  },
};

/** A list that was kept, and of which a write only takes notice after it was asked for again. */
const stale: Mistake = {
  id: 'stale',
  isOfAnyValue: true,
  fits: (site) => isFilter(site),
  does: ({ name }) => `by ${name} is once shown as it was before the last write`,
  create: (making) => keeping((answer) => answeringWith(making, answer)),
};

/** What can go wrong with a parameter. */
export const parameterMistakes: readonly Mistake[] = [
  {
    id: 'dropped',
    isOfAnyValue: true,
    fits: isParameter,
    does: ({ name }) => `ignores ${name}`,
    create: (making) => misreading(making, ({ request }, name) => withoutParameter(request, name)),
  },
  ...misreadValues,
  filteredByPage,
  sticky,
  stale,
  {
    id: '500',
    isOfAnyValue: true,
    fits: isParameter,
    does: ({ name }) => `with ${name} is answered by 500`,
    create: (making) => answeringWith(making, async () => toRefusal(500)),
  },
  {
    id: 'late',
    fits: isParameter,
    does: ({ name }) => `with ${name} is never answered`,
    create: (making) => answeringWith(making, async () => stalled),
  },
];
