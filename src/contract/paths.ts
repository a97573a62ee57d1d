/** The areas that other places need to know, and what is sent to an address. */
export const basePath = '/sales/v1';
export const settlementPath = '/settlement/v1';

/** Query parameters as they are sent; those without a value are left out. */
export type QueryValues = Record<string, string | number | undefined>;
