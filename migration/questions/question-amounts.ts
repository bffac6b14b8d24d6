/** How many questions a snapshot keeps: none, the most useful ones, or all. */
export const questionAmounts = ['none', 'few', 'all'] as const;
export type QuestionAmount = (typeof questionAmounts)[number];
