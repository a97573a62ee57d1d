/** What programs import: `import { SalesClient, openFile, uploadFile } from 'sales'`. See `docs/programs.md`. */
export type { UploadEvent } from '../client/sending/upload-event.js';
export { SalesError } from '../contract/problem.js';
export type { Question } from '../contract/question.js';
export type { SettlementRecord, SettlementRecordDetail } from '../contract/records.js';
export type { SettlementRecordUpload } from '../contract/settlement.js';
export type { Transaction, TransactionDetail, TransactionUpload } from '../contract/transaction.js';
export type { ListedUpload, UploadState } from '../contract/upload.js';
export type { InputDescription, RowFault } from '../files/input/row.js';
export type { UploadDocument } from '../jobs/upload-document.js';
export { type FileRow, type OpenedFile, openFile, type ReadingChoices } from './open-file.js';
export { type CallOptions, type ClientOptions, SalesClient, type SettlementRecordFilter, type TransactionFilter } from './sales-client.js';
export { type FileUploadOptions, uploadFile } from './upload-with.js';
