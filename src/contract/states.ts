/** The states of a transaction, or of a settlement record, by name. */
export const transactionStates = ['Unprocessed', 'Processed'] as const;
export const transactionMatchStates = ['NotApplicable', 'Unmatched', 'Match', 'Skip'] as const;

/** What uploads bring. */
export const uploadKinds = ['Sales', 'Settlement'] as const;
export type UploadKind = (typeof uploadKinds)[number];
