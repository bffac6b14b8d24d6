import { representing } from '../represent.js';
import type { Allowance, Variant } from '../variant.js';

const REASON = 'What is addressed by slug applies only where slugs are shown.';

/** Of organizers alone: where venues show none either, more than one requirement in twenty does not apply. */
const needingSlugs: readonly Allowance[] = [
  'organizers.by-slug.',
  'organizers.list.fresh.updated',
  'organizers.list.fresh.deleted',
  'organizers.life-cycle.',
  'organizers.update.malformed',
  'organizers.create.namesakes',
  'organizers.delete.slug',
  'organizers.update.renamed-in-events',
  'places.lifecycle.updates',
  'places.lifecycle.views',
  'places.lifecycle.deleted',
].map((requirement) => ({ requirement, reason: REASON }));

/** The tables of venues and organizers have no slug: how one is addressed by it is for its service to say. */
export const unshownSlugs: Variant = {
  id: 'slugs.unshown',
  aspect: 'extra-fields',
  isSparse: true,
  statement: 'Organizers do not show their slugs, nor an address that holds one.',
  allowances: needingSlugs,
  create: representing((_lens, collection, record) => {
    if (collection !== 'organizers') return record;
    const { slug: _slug, url: _url, ...shown } = record;
    return shown;
  }),
};
