/** The files of a first month. */
const sold = [
  ['02T09:14:05', '24.90', 'VISA', '1001'],
  ['02T10:31:40', '12.50', 'MASTERCARD', '1002'],
  ['03T12:01:12', '48.00', 'VISA', '1003'],
  ['04T08:45:33', '8.00', 'GIROCARD', '1004'],
  ['04T16:10:20', '7.60', 'VISA', '1005'],
  ['05T11:20:09', '65.20', 'VISA', '1006'],
  ['06T12:00:00', '3.20', 'CASH', '1007'],
  ['09T18:02:51', '5.40', 'MASTERCARD', '1008'],
  ['10T09:30:00', '60.00', 'VISA', '1010'],
];
/** Of the last sale: not due yet. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
/** 1003 has a tip; 1004 never came; 1005 has no number; of 1010 a gift card paid 40. */
const paid = [
  ['04', 'PO-7', '02T09:14:11', '1001', '24.90', '0.31'],
  ['04', 'PO-7', '02T10:31:48', '1002', '12.50', '0.16'],
  ['05', 'PO-7', '03T12:01:20', '1003', '53.00', '0.66'],
  ['06', 'PO-7', '04T16:10:27', '', '7.60', '0.10'],
  ['09', 'PO-8', '05T11:20:15', '1006', '65.20', '0.82'],
  ['11', 'PO-8', '09T18:02:59', '1008', '5.40', '0.07'],
  ['11', 'PO-8', '10T09:30:08', '1010', '20.00', '0.25'],
];

export const tillsFile = [
  'transactionDate,amount,currency,brandId,terminalId,transactionReference',
  ...sold.map(([at, amount, brand, number]) => `2026-09-${at}+02:00,${amount},EUR,${brand},T-001,${number}`),
  `${yesterday}T13:37:02+02:00,19.90,EUR,VISA,T-001,1009`,
  '',
].join('\n');
export const acquirersFile = [
  'acquirerId,payoutId,settlementDate,terminalId,transactionDate,transactionReference,amount,fee,currency',
  ...paid.map(
    ([day, payout, at, number, amount, fee]) => `ACQ-ONE,${payout},2026-09-${day},T-001,2026-09-${at}+02:00,${number},${amount},${fee},EUR`,
  ),
  '',
].join('\n');
