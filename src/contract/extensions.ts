/** The words of the header Sales-Capabilities. Whatever is not announced is not there. */
import { type Extension, extensions, type OperationId, operationOf } from './operations.js';
import { slipFilterNames } from './slip-filters.js';

/** The word for an operation that is an extension; null for one of the documented interface. */
export function extensionOf(operation: OperationId): Extension | null {
  return operationOf(operation).extension ?? null;
}

/** As the header has them, `filter` with the parameters that it takes, because what is not known is ignored. */
export function extensionWords(): string[] {
  return Object.keys(extensions).map((word) => (word === 'filter' ? `filter="${slipFilterNames.join(' ')}"` : word));
}
