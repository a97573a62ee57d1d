/** Fields without which servers import no row, unless they are configured otherwise. */
export const importedBy = ['amount', 'currency', 'transactionDate'] as const;
