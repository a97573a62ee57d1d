/** Where the operations are; path parameters in braces, as in OpenAPI. */
export const basePath = '/sales/v1';

export const paths = {
  testAccess: `${basePath}/`,
  uploadTransactions: `${basePath}/transactions/upload`,
  getUploadState: `${basePath}/transactions/upload/{uploadId}`,
  listTransactions: `${basePath}/transactions`,
  getTransaction: `${basePath}/transactions/{id}`,
} as const;
