/** The tables of rows that uploads bring, by what was uploaded. */
import type { UploadKind } from '../../contract/states.js';
import { type Sql, text } from './work.js';

export const tableOf: Record<UploadKind, Sql> = { Sales: text('"transaction"'), Settlement: text('settlement_record') };
