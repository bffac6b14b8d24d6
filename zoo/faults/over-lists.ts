import type { Collection } from '../../contract/field.js';
import type { Interceptor } from '../../harness/exchange.js';
import { type Act, inTurn, interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';

/** Acts on the lists of several collections, whose code a server shares. */
export const interceptLists = (lens: WireView, collections: readonly Collection[], act: Act): Interceptor =>
  inTurn(...collections.map((collection) => interceptOperation(lens, { kind: 'list', collection }, act)));
