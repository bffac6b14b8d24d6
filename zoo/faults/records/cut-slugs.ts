import { isGranted } from '../../edit-answer.js';
import type { Fault } from '../../fault.js';
import { inEach, inTurn, interceptOperations } from '../../on.js';
import { representing } from '../../represent.js';

const sluggedPosts = ['events', 'venues', 'organizers'] as const;

/** As much as the column holds. */
const cut = (slug: string): string => slug.slice(0, 50);

/** The ending that tells namesakes apart stands at the end, which is cut off. */
const cutWhenUnique: Fault = {
  id: 'records.create.slug-cut-when-unique',
  clause: 'address.slug',
  neighbours: ['event.field.slug'],
  statement: 'A slug is made unique first and then cut to fifty characters, and leads to the first that has it.',
  create(seed, lens) {
    const holders = new Map<string, string>();
    const creating = interceptOperations(
      lens,
      inEach(sluggedPosts, { kind: 'create' }),
      async ({ request, collection }, next) => {
        const outcome = await next(request);
        const record = isGranted(outcome) ? lens.record(collection, outcome) : undefined;
        const slug = record ? lens.text(collection, record, 'slug') : '';
        const key = `${collection}/${cut(slug)}`;
        if (record && cut(slug) !== slug && !holders.has(key)) holders.set(key, lens.id(collection, record));
        return outcome;
      },
    );
    const finding = interceptOperations(
      lens,
      inEach(sluggedPosts, { addressing: 'slug' }),
      ({ request, collection, address, at }, next) => {
        const id = holders.get(`${collection}/${address}`);
        return next(id === undefined ? request : { ...request, target: at(`/${collection}/${id}`) });
      },
    );
    const showing = representing((_, collection, record) => {
      const slug = lens.text(collection, record, 'slug');
      return cut(slug) === slug ? record : lens.withField(collection, record, 'slug', cut(slug));
    });
    return inTurn(showing(seed, lens), finding, creating);
  },
};

/** Slugs that are cut. */
export const cutSlugs: readonly Fault[] = [cutWhenUnique];
