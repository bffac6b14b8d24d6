import { seedOf } from '../../kernel/seed.js';
import type { Fault } from '../fault.js';
import { faults } from '../faults/index.js';
import { inTurn } from '../intercept/intercept-operation.js';
import type { Variant } from '../variant.js';
import { variants } from '../variants/index.js';
import { composeVariants } from './compositions.js';

/** A service as found in the wild: it differs from the reference server where it may, and in places where it may not. */
export interface Deployment extends Pick<Fault, 'id' | 'statement' | 'create'> {
  readonly variants: readonly Variant[];
  /** Each must be reported, and nothing else. */
  readonly faults: readonly Fault[];
}

/** What a deployment is made of, by id. */
interface Parts {
  readonly statement: string;
  readonly variants: readonly string[];
  readonly faults: readonly string[];
}

/** The faults stand next to the server: they read its own answers, and the variants reshape theirs as well. */
function deploy(id: string, parts: Parts): Deployment {
  const conforming = composeVariants(id, pick(variants, parts.variants));
  const contradicting = pick(faults, parts.faults);
  return {
    id,
    statement: parts.statement,
    variants: conforming.variants,
    faults: contradicting,
    create: (seed, view, clock) =>
      inTurn(
        conforming.create(seed, view, clock),
        ...contradicting.map((fault) => fault.create(seedOf(seed, fault.id), view, clock)),
      ),
  };
}

const pick = <One extends { readonly id: string }>(all: readonly One[], ids: readonly string[]): readonly One[] =>
  ids.map((id) => {
    const found = all.find((one) => one.id === id);
    if (found) return found;
    throw new RangeError(`the zoo has no ${id}`);
  });

/** Whole services, as real processes: `calproof serve --zoo ID`. */
export const deployments: readonly Deployment[] = [
  deploy('wide-spread', {
    statement:
      'Typeset texts, no ETags, pages of at most fifty; ten contradictions, from links that lose parameters to a GET that deletes.',
    variants: [
      'text.typeset',
      'text.escaped-links',
      'image.object',
      'cost.written-out',
      'mixed.venue-alone',
      'mixed.empty-values',
      'mixed.own-website',
      'mixed.unknown-ids',
      'mixed.past-the-end',
      'mixed.effective-links',
      'mixed.more-in-items',
      'list.page-cap-50',
      'etag.absent',
      'strict.404-for-wrong-method',
      'languages.without-segments',
      'trash-answers-200',
      'redacted-when-protected',
      'unmarked-terms-from-relations',
    ],
    faults: [
      'events.create.organizers-array-only',
      'terms.create.upsert-by-name',
      'events.update.reset-on-update',
      'lists.links-lose-parameters',
      'lists.first-of-many',
      'lists.empty-total-of-all',
      'places.list.upcoming-of-ten',
      'events.list.strict-shift-in-summer',
      'venues.read.method-override-in-query',
      'organizers.by-slug.delete.id-of-body',
    ],
  }),
];
