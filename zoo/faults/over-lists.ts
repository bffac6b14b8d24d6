import type { Collection } from '../../contract/field.js';
import type { Interceptor } from '../../harness/exchange.js';
import { type Act, inTurn, on } from '../on.js';
import type { WireLens } from '../wire-lens.js';

/** Acts on the lists of several collections, whose code a server shares. */
export const onLists = (lens: WireLens, collections: readonly Collection[], act: Act): Interceptor =>
  inTurn(...collections.map((collection) => on(lens, { kind: 'list', collection }, act)));
