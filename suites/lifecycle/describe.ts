import type { Action, Links } from './action.js';
import { relationsIn } from './links.js';

/** An action as a person would tell it: `link events/1 -> venues/1 venues/2 (PUT by slug)`. It holds no comma. */
export function describe(action: Action): string {
  switch (action.do) {
    case 'create': {
      const { name, links, after } = action;
      return `create ${name}${toArrow(links)}${after ? ` (named as ${after})` : ''}`;
    }
    case 'update': {
      const { name, verb, by, fields, links } = action;
      return fields.length > 0
        ? `${verb} ${name} by ${by} (${fields.join(' ')})${toArrow(links)}`
        : `link ${name}${toArrow(links)} (${verb} by ${by})`;
    }
    case 'delete':
      return `delete ${action.name}${action.by === 'slug' ? ' by slug' : ''}`;
  }
}

function toArrow(links: Links): string {
  const ends = relationsIn(links).map(([relation, names]) => (names.length === 0 ? `no ${relation}` : names.join(' ')));
  return ends.length === 0 ? '' : ` -> ${ends.join(' ')}`;
}
