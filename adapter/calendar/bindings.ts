import type { Ref } from '../../generators/wire-value.js';

/** The ids of the records built so far, for references to them. */
export interface Bindings {
  has(ref: Ref): boolean;
  bind(ref: Ref, id: string): void;
  idOf(ref: Ref): string;
}

/** A reference as text. */
export const keyOf = ({ ref, key }: Ref): string => `${ref}/${key}`;

/** Opens empty bindings. */
export function createBindings(): Bindings {
  const ids = new Map<string, string>();
  return {
    has: (ref) => ids.has(keyOf(ref)),
    bind: (ref, id) => ids.set(keyOf(ref), id),
    idOf(ref) {
      const id = ids.get(keyOf(ref));
      if (id === undefined) throw new Error(`${keyOf(ref)} has no id`);
      return id;
    },
  };
}

/** Sends an id of digits as the declared number, any other as it was shown. */
export const toWireId = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);
