import type { ListQuery } from '../../generators/wire.js';

/** Whether the whole may hold a record, by which of the parts hold it. */
type Rule = (inWhole: boolean, inParts: readonly boolean[]) => boolean;

/** How a list follows from others, record by record. */
export const rules = {
  within: (inWhole, inParts) => !inWhole || inParts.every(Boolean),
  same: (inWhole, inParts) => inWhole === inParts[0],
  union: (inWhole, inParts) => inWhole === inParts.some(Boolean),
  intersection: (inWhole, inParts) => inWhole === inParts.every(Boolean),
  /** The last part is the whole, and the others are within. */
  lifted: (inWhole, inParts) => inWhole === (inParts.at(-1) ?? false) && (inWhole || !inParts.some(Boolean)),
  partition: (inWhole, inParts) => inParts.filter(Boolean).length === (inWhole ? 1 : 0),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof rules;

/** A list and those that it follows from, all of one collection. */
export interface Equation {
  /** One of these holds for all records; more than one where that is a reading that the target was not seen to follow. */
  readonly rules: readonly RuleName[];
  readonly whole: ListQuery;
  readonly parts: readonly ListQuery[];
  /** The keys of records of which it is open whether they belong together in all of these. */
  readonly open?: readonly string[];
}

/** What a rule says, with the parts put in. */
export const ruleTexts: Readonly<Record<RuleName, (parts: string) => string>> = {
  within: (parts) => `nothing that is not in ${parts}`,
  same: (parts) => `what is in ${parts}`,
  union: (parts) => `what is in any of ${parts}`,
  intersection: (parts) => `what is in each of ${parts}`,
  lifted: (parts) => `what is in the last of ${parts}, the others within`,
  partition: (parts) => `what is in just one of ${parts}`,
};
