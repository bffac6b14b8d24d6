import fc from 'fast-check';
import type { OperationId } from '../../contract/operation.js';
import { languages } from '../../contract/queries.js';
import { expectSuccess } from '../../harness/expectations.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';

const pages = { 'index.read': '', 'doc.read': '/doc' } as const satisfies Partial<Record<OperationId, string>>;

/** Languages are part of the operations besides records, too. */
export const acceptsLanguage = (operation: keyof typeof pages): CalendarRequirement =>
  requirement({
    id: `${operation}.language`,
    level: 'MUST',
    clause: 'language.parameter',
    operations: [operation],
    profile: 'core',
    needs: [operation],
    effects: 'reads',
    statement: `${operation === 'index.read' ? 'The index' : 'The documentation'} is answered in each language.`,
    cost: 1,
    runs: 4,
    given: () => fc.record({ language: fc.constantFrom(...languages) }),
    async check({ calendar }, via) {
      const exchange = await calendar.send({ method: 'GET', path: pages[operation], via });
      expectSuccess(exchange, `a GET of it in ${via.language}`);
    },
  });
