import { entryOf, errorOf, type Retry } from '@payorch/connector-kit';
import type { DeclineReason, Outcome, ProcessorError } from '@payorch/contracts';
import type { WireRefusal } from './responses/wire';

/** The codes that concern this account alone: it lacks money, or a permission. */
const curable: ReadonlySet<string> = new Set([
  'balance.payment-option-unavailable',
  'Forbidden',
  'Unauthorized',
  'invalid_token',
  'unauthorized',
]);

const reasons: Readonly<Record<string, DeclineReason>> = {
  'balance.payment-option-unavailable': 'insufficient_funds',
};

const messages: Readonly<Record<string, string>> = {
  'balance.payment-option-unavailable': 'The balance cannot pay for the transfer',
};

/** The first problem of a refused call; the others are of the same kind. */
function problemOf(refused: WireRefusal): ProcessorError {
  if (!('errors' in refused)) {
    const { error, error_description, message } = refused;
    return errorOf(error, error_description ?? message ?? 'The processor gave no reason');
  }
  const { code, message, path } = refused.errors[0]!;
  return errorOf(code, message ?? 'The processor gave no reason', path ?? null);
}

export interface Refused {
  readonly error: ProcessorError;
  readonly retry: Retry;
}

const withRetry = (error: ProcessorError): Refused => {
  const reason = entryOf(reasons, error.code);
  return {
    error: { ...error, ...(reason !== undefined && { standardisedCode: reason }) },
    retry: curable.has(error.code) ? 'another_account' : 'never',
  };
};

export const refusedBy = (refused: WireRefusal): Refused => withRetry(problemOf(refused));

export const declinedBy = (refused: WireRefusal, reference: string | null): Outcome => ({
  kind: 'declined',
  reference,
  ...refusedBy(refused),
});

/** A rejected funding has a code alone. */
export const rejectedWith = (code: string, reference: string | null): Outcome => ({
  kind: 'declined',
  reference,
  ...withRetry(errorOf(code, entryOf(messages, code) ?? `The processor rejected the funding: ${code.slice(0, 64)}`)),
});
