'use strict';
const { bug } = require('./switches');

function slugify(text) {
  return text.normalize('NFD').replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1').normalize('NFC').toLowerCase()
    .replace(/['’]/gu, '').replace(bug('slug-keeps-slash') ? /[^\p{L}\p{N}\p{M}_/]+/gu : /[^\p{L}\p{N}\p{M}_]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 180).toWellFormed().replace(/\uFFFD/g, '').replace(/-+$/, '');
}
/** A slug made of `wanted` that no other living record of the model has. */
async function freeSlug(Model, wanted, fallback, exceptId = 0, among = {}) {
  const base = slugify(wanted) || slugify(fallback) || Model.name;
  let slug = base;
  for (let n = 2; ; n += 1) {
    const other = await Model.findOne({ where: { slug, ...among }, attributes: ['id'] });
    if (!other || other.id === exceptId) return slug;
    slug = `${base}-${n}`;
    if (bug('organizer-third-slug-collides') && Model.name === 'organizer') return slug;
  }
}
module.exports = { slugify, freeSlug };
