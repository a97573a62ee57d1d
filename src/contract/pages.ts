/** Lists as they are answered: a page of items, and whether more follow. */
import { z } from 'zod';
import { ListedDecision } from './decisions.js';
import { ListedException } from './exceptions.js';
import { Match } from './matches.js';
import { Payout } from './payouts.js';
import { SettlementRecord } from './records.js';
import { Transaction } from './transaction.js';
import { ListedUpload } from './upload.js';

function pageOf<Item extends z.ZodType>(item: Item, things: string) {
  return z.object({
    items: z.array(item),
    hasMore: z.boolean().meta({ description: `Whether more ${things} follow on the next page` }),
  });
}

export const TransactionList = pageOf(Transaction, 'transactions').meta({ id: 'TransactionList' });
export type TransactionList = z.infer<typeof TransactionList>;

export const SettlementRecordList = pageOf(SettlementRecord, 'records').meta({ id: 'SettlementRecordList' });
export type SettlementRecordList = z.infer<typeof SettlementRecordList>;

export const PayoutList = pageOf(Payout, 'payouts').meta({ id: 'PayoutList' });
export type PayoutList = z.infer<typeof PayoutList>;

export const MatchList = pageOf(Match, 'matches').meta({ id: 'MatchList' });
export type MatchList = z.infer<typeof MatchList>;

export const ExceptionList = pageOf(ListedException, 'exceptions').meta({ id: 'ExceptionList' });
export type ExceptionList = z.infer<typeof ExceptionList>;

export const UploadList = pageOf(ListedUpload, 'uploads').meta({ id: 'UploadList' });
export type UploadList = z.infer<typeof UploadList>;

export const DecisionList = pageOf(ListedDecision, 'decisions').meta({ id: 'DecisionList' });
export type DecisionList = z.infer<typeof DecisionList>;
