import { collections } from '../../../contract/resources.js';
import type { JsonValue } from '../../../harness/json.js';
import { editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';

/** Values that an update looks at and takes for none. */
interface Ignored extends Pick<Fault, 'id' | 'neighbours' | 'statement'> {
  readonly isIgnored: (value: JsonValue, field: string) => boolean;
}

const ignored: readonly Ignored[] = [
  {
    id: 'records.update.empty-text-ignored',
    neighbours: ['event.update', 'venue.update'],
    statement: 'An update accepts an empty text and keeps the former one.',
    isIgnored: (value) => value === '',
  },
  {
    id: 'venues.update.empty-address-ignored',
    neighbours: ['venue.update'],
    statement: 'An update of a venue accepts an empty city or telephone number and keeps the former one.',
    isIgnored: (value, field) => value === '' && ['city', 'phone'].includes(field),
  },
];

const toFault = ({ isIgnored, ...said }: Ignored): Fault => ({
  ...said,
  clause: 'coherence.kept-write',
  create: (_, lens) =>
    interceptOperations(lens, inEach(collections, { kind: 'update' }), ({ request }, next) =>
      next(
        editBody(request, (body) =>
          Object.fromEntries(Object.entries(body).filter(([field, value]) => !isIgnored(value, field))),
        ),
      ),
    ),
});

/** Values that an update accepts and does not write. */
export const ignoredValues: readonly Fault[] = ignored.map(toFault);
