/** The body of an upload as the peers check it, with zod. */
import { z } from 'zod';

const text = z.string().max(1024).nullish();
const dateTime = z.iso.datetime({ offset: true }).nullish();

const transaction = z.object({
  acquirerId: text,
  amount: z.number().nullish(),
  applicationId: text,
  authorisationCode: text,
  brandId: text,
  businessDate: z.iso.date().nullish(),
  cardNumberMasked: text,
  currency: text,
  eftTransactionDate: dateTime,
  locationId: text,
  orderId: text,
  panEncrypted: text,
  terminalId: text,
  transactionDate: dateTime,
  transactionReference: text,
  transactionSequenceCounter: text,
  transactionTypes: z.array(z.string()).nullish(),
  additionalData: z.array(z.object({ key: z.string(), value: z.string(), type: z.string().nullish() })).nullish(),
});

export const upload = z.object({ transactions: z.array(transaction).max(20_000) });

/** The names of what is uploaded of a transaction. */
export const fields = Object.keys(transaction.shape);
