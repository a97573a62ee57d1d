/** The console tells of an open sale why it is open, whatever the reason. */
import { expect, test } from 'vitest';
import { settlement } from '../../src/console/words/sales.js';
import { openReasonCodes } from '../../src/contract/open-reasons.js';

/** Of settlement records alone, which the page of a sale never shows. */
const ofRecords = ['NoSale', 'SettledTwice'];

test('each reason of sales has its words, and no other has', () => {
  expect(Object.keys(settlement.reasons).sort()).toEqual(openReasonCodes.filter((code) => !ofRecords.includes(code)).sort());
});
