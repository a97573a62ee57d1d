/** Words for rows that a table of sales shows and its sums leave out. */

interface RowsInNoSum {
  /** Fees, chargebacks, payouts and the like. */
  noPayments?: number;
  /** Rows with the match state Skip: also sales and records that cancel each other. */
  duplicates: number;
  notImported: number;
}

/** `2 duplicates or cancelled and 1 not imported: in no sum`. At least one of them is there. */
export function inNoSumText({ noPayments = 0, duplicates, notImported }: RowsInNoSum): string {
  const parts = [
    ...(noPayments > 0 ? [`${noPayments.toLocaleString('en')} that ${noPayments === 1 ? 'is no payment' : 'are no payments'}`] : []),
    ...(duplicates > 0 ? [`${duplicates.toLocaleString('en')} ${duplicates === 1 ? 'duplicate' : 'duplicates'} or cancelled`] : []),
    ...(notImported > 0 ? [`${notImported.toLocaleString('en')} not imported`] : []),
  ];
  return `${new Intl.ListFormat('en').format(parts)}: in no sum`;
}
