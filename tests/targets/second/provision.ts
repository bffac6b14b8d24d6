import type { WorldEvent, WorldFile, WorldRecord, WorldVenue } from '../../../contract/world-file.js';
import type { Body } from './accept.js';
import { isRelation, type Kind } from './kinds.js';
import type { Provisioned } from './row.js';
import type { Site } from './site.js';
import { create } from './writes.js';

type Known = WorldRecord & WorldVenue & WorldEvent;

/** In an order in which each kind refers only to those before it. */
const order = ['venues', 'organizers', 'categories', 'tags', 'events'] as const satisfies readonly Kind[];

/** Puts the records of a world file in place; ids count on as ever. */
export function provision(site: Site, file: WorldFile): void {
  const ids = new Map<string, number>();
  for (const kind of order) {
    const records: readonly Known[] = file[kind] ?? [];
    for (const record of records) {
      const row = create(site, kind, { body: toBody(kind, record, ids), language: record.language ?? site.language });
      ids.set(record.key, Number(row.id));
      if (record.password !== undefined) row.password = record.password;
      row.provisioned = toProvisioned(record);
    }
  }
}

/** Keys as ids. */
const toBody = (kind: Kind, record: Known, ids: ReadonlyMap<string, number>): Body =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => {
      if (field === 'parent') return [field, ids.get(String(value))];
      const isLink = kind === 'events' && isRelation(field);
      return [field, isLink && Array.isArray(value) ? value.map((key) => ids.get(String(key))) : value];
    }),
  );

const toProvisioned = ({ geo_lat: lat, geo_lng: lng, ticketed, post_parent: parent }: Known): Provisioned => ({
  ...(lat !== undefined && lng !== undefined && { place: { lat, lng } }),
  ...(ticketed !== undefined && { isTicketed: ticketed }),
  ...(parent !== undefined && { parent }),
});
