/** Calls from one thread to another, and failures as data: an Error that is cloned loses everything but its message. */
import type { Faults } from '../contract/faults.js';
import { type FailureCode, SalesError } from '../contract/problem.js';

/** A call of a method, on the data as a whole or on a tenant's. */
export interface Call {
  id: number;
  tenantId: string | null;
  method: string;
  args: unknown[];
}

export interface FailureData {
  /** Null for what is no SalesError. */
  code: FailureCode | null;
  name: string;
  message: string;
  hint: string | undefined;
  errors: Faults | undefined;
  retryAfterS: number | undefined;
  cause: FailureData | null;
}

export function failureData(error: unknown): FailureData {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
  const sales = error instanceof SalesError ? error : null;
  return {
    code: sales?.code ?? null,
    name,
    message,
    hint: sales?.hint,
    errors: sales?.errors,
    retryAfterS: sales?.retryAfterS,
    cause: cause instanceof Error ? failureData(cause) : null,
  };
}

/** The failure as it was thrown, but for its stack. */
export function failureOf({ code, name, message, hint, errors, retryAfterS, cause }: FailureData): Error {
  const inner = cause ? { cause: failureOf(cause) } : {};
  if (code === null) return Object.assign(new Error(message, inner), { name });
  return new SalesError(code, message, {
    ...inner,
    ...(hint !== undefined && { hint }),
    ...(errors !== undefined && { errors }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  });
}
