/** The states of a transaction by name. */
export const transactionStates = ['Unprocessed', 'Processed'] as const;
export const transactionMatchStates = ['NotApplicable', 'Unmatched', 'Match', 'Skip'] as const;
