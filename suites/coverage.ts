import type { Clause, Exclusion } from '../contract/clauses/clause.js';
import type { OperationId } from '../contract/operations.js';
import type { RequirementInfo } from '../kernel/requirement.js';

/** A clause on one of its operations, and the requirements that judge it there. */
interface Cell {
  readonly clause: string;
  readonly operation: OperationId;
  /** The ids of the requirements that cover it. */
  readonly coveredBy: readonly string[];
  /** Why none needs to. */
  readonly excluded?: Exclusion;
}

export type CoveringRequirement = Pick<RequirementInfo, 'id' | 'clause' | 'alsoCovers' | 'operations'>;

/** Whether a pass of a requirement says that a clause is kept on an operation. */
const covers = (
  { clause, alsoCovers = [], operations }: CoveringRequirement,
  id: string,
  operation: OperationId,
): boolean => (clause === id || alsoCovers.includes(id)) && operations.includes(operation);

/** Every core clause on each operation that it speaks about; the other profiles hold anywhere and name none. */
export function coverage(
  requirements: readonly CoveringRequirement[],
  clauses: readonly Clause[],
  exclusions: readonly Exclusion[],
): readonly Cell[] {
  const core = clauses.filter(({ profile }) => profile === 'core');
  return core.flatMap(({ id, operations }) =>
    operations.map((operation): Cell => {
      const coveredBy = requirements.filter((one) => covers(one, id, operation)).map((one) => one.id);
      const excluded = exclusions.find((one) => one.clause === id && one.operations.includes(operation));
      return { clause: id, operation, coveredBy, ...(excluded && { excluded }) };
    }),
  );
}

/** Whether a cell is neither covered nor excluded with a reason. */
export const isOpen = ({ coveredBy, excluded }: Cell): boolean => coveredBy.length === 0 && excluded === undefined;
