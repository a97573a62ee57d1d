/**
 * Every maximum of the API, in one place, unit last in the name.
 * Sources: the interface document, section 8 ("doc"), or our own decision ("ours").
 */

/** doc: transactions in one upload request. */
export const uploadRowsMax = 20_000;
/** doc: bytes of an upload request's body, counted after decompression. */
export const uploadBodyBytesMax = 30_000_000;
/** doc: items on one page of a list. */
export const pageSizeMax = 500;
export const pageSizeDefault = 30;
/** doc: the largest int32. */
export const pageNumberMax = 2_147_483_647;
/** ours: Unicode code points of a text field. */
export const textCharsMax = 1_024;
/** ours: Unicode code points of `additionalData[].value`. */
export const additionalValueCharsMax = 8_192;
export const additionalDataItemsMax = 64;
export const transactionTypesMax = 32;
/** ours: keys in the `errors` of one validation problem; one more key then counts the rest. */
export const problemKeysMax = 1_000;
/** ours: strings in the `errors` of an upload's state; one more string then counts the rest. */
export const uploadStateErrorsMax = 1_000;
/** ours: tenants that a 401 gives to choose from; `getAccess` gives all. */
export const tenantsShownMax = 100;
/** ours: groups that one answer with totals can hold. */
export const totalsGroupsMax = 20_000;
/** ours: Unicode code points of a user's name. In UTF-8, with the longest password, they still fit into the header that is taken. */
export const userNameCharsMax = 128;
/** ours: Unicode code points of the name of a customer, tenant, unit or import configuration. */
export const nameCharsMax = 200;
/** ours: payments of which one settlement record is the total. */
export const settledPaymentsMax = 1_000_000;
/** ours: bytes of the body of a request that changes something, after decompression. */
export const changeBodyBytesMax = 1_000_000;
/** ours: readings that a tenant keeps, those of its users included; and bytes of one as JSON. */
export const readingsMax = 1_000;
export const readingBytesMax = 64_000;
/** ours: decisions of one request, and rows that one of them names. */
export const decisionsMax = 500;
export const decisionRowsMax = 500;
/** ours: proposals that one decision approves by their rule, and sale–record pairs that one keeps apart. */
export const approvedMax = 10_000;
export const forbiddenPairsMax = 10_000;
