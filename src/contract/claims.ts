/** What a close claims, and what it finds; without a schema, so that a command line is quick. */

/** In the order in which they are told. */
export const claimNames = ['Counters', 'Totals', 'Terminals', 'Files', 'Payouts', 'Parts', 'Pending'] as const;
export type ClaimName = (typeof claimNames)[number];

export const claimStates = ['Proved', 'NotProvable', 'Broken'] as const;
export type ClaimStateName = (typeof claimStates)[number];

/** Codes of what is missing or wrong, and of why something cannot be proved. */
export const findingCodes = {
  Broken: [
    ...(['CounterGap', 'TotalDiffers', 'NoTotal', 'NoSales', 'NoFile', 'PayoutDiffers', 'Unannounced', 'NotItemised'] as const),
    ...(['PartsDiffer', 'NotImported', 'Unpaid'] as const),
  ],
  NotProvable: [
    ...(['NoTerminals', 'NoCounters', 'CounterNew', 'CounterNotDense', 'CounterRestarted', 'NoTotals', 'TotalsUnlike'] as const),
    ...(['NoRhythm', 'Holiday', 'NotYet', 'NoRecords', 'NoPayouts', 'NoNet', 'NotAnnounced', 'NoLines', 'WithoutAmount'] as const),
    ...(['WithoutDate', 'Importing', 'MatchingPending', 'Unsettled', 'WithoutSale', 'NotOver', 'PartOfTerminal'] as const),
  ],
} as const;
export type BrokenCode = (typeof findingCodes.Broken)[number];
export type NotProvableCode = (typeof findingCodes.NotProvable)[number];
