'use strict';
const { bug, variant } = require('./switches');

function slugify(text) {
  return text.normalize('NFD').replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1').normalize('NFC').toLowerCase()
    .replace(/['’]/gu, '').replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 180).toWellFormed().replace(/\uFFFD/g, '').replace(/-+$/, '');
}
/** A slug made of `wanted` that no other living record of the model has. */
async function freeSlug(Model, wanted, fallback, exceptId = 0) {
  let base = slugify(wanted) || slugify(fallback) || Model.name;
  if (variant('slug-with-id')) {
    const top = exceptId || ((await Model.max('id', { paranoid: false })) || 0) + 1;
    if (!base.endsWith(`-${top}`)) base = `${base}-${top}`;
  }
  let slug = base;
  for (let n = 2; ; n += 1) {
    const other = await Model.findOne({ where: { slug }, attributes: ['id'] });
    if (!other || other.id === exceptId) return slug;
    slug = `${base}-${n}`;
  }
}
module.exports = { slugify, freeSlug };
