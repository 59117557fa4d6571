import { entryOf, type Retry } from '@payorch/connector-kit';
import type { DeclineReason, Outcome, ProcessorError } from '@payorch/contracts';
import type { WireRefusal, WireTransfer } from './responses/wire';

/** Reasons that apply to our balance account or to Adyen's ways only, so that another processor may pay. */
const curable: ReadonlySet<string> = new Set([
  'accountHierarchyNotActive',
  'balanceAccountTemporarilyBlockedByTransactionRule',
  'declinedByTransactionRule',
  'invalidFromAccount',
  'notEnoughBalance',
  'routeNotFound',
  'unableToRouteTransaction',
]);

/** What reasons mean, in the interface's words. */
const reasons: Readonly<Record<string, DeclineReason>> = {
  cardExpired: 'invalid_expiry_date',
  counterpartyAccountBlocked: 'account_closed_or_invalid',
  counterpartyAccountClosed: 'account_closed_or_invalid',
  counterpartyAccountNotFound: 'account_closed_or_invalid',
  counterpartyBankTimedOut: 'issuer_unavailable',
  counterpartyBankUnavailable: 'issuer_unavailable',
  declined: 'do_not_honor',
  doNotHonor: 'do_not_honor',
  error: 'downstream_technical_issue',
  fraud: 'suspected_fraud',
  internalTimeout: 'downstream_technical_issue',
  invalidAccount: 'account_closed_or_invalid',
  invalidCard: 'invalid_card_number',
  invalidExpiryDate: 'invalid_expiry_date',
  invalidToAccount: 'account_closed_or_invalid',
  issuerSuspectedFraud: 'suspected_fraud',
  lostCard: 'card_lost_or_stolen',
  notEnoughBalance: 'insufficient_funds',
  refusedByCounterpartyBank: 'do_not_honor',
  restrictedCard: 'card_not_supported_restricted',
  stolenCard: 'card_lost_or_stolen',
};

/** Adyen's texts may repeat what was sent: words with six digits or more, as numbers of accounts and cards have, are masked. */
const masked = (text: string): string =>
  text.replaceAll(/[A-Za-z0-9]{6,}/g, (word) => (word.replaceAll(/\D/g, '').length < 6 ? word : '***'));

/** The error of a refused call, with the names of the wrong fields. */
export function errorOf({ errorCode, title, detail, message, invalidFields }: WireRefusal): ProcessorError {
  const fields = (invalidFields ?? []).map((field) => `${field.name}: ${field.message}`).join('; ');
  const reason = fields || (title ? detail : null);
  return {
    code: errorCode,
    message: masked(title || message || detail || 'The processor gave no reason'),
    reason: reason ? masked(reason) : null,
  };
}

/** The outcome of a transfer that Adyen or the recipient's bank refused. */
export function declinedBecause({ id, status, reason, externalReason }: WireTransfer): Outcome {
  const code = reason ?? status;
  const meaning = entryOf(reasons, code);
  const retry: Retry = curable.has(code) ? 'another_account' : 'never';
  const description = externalReason?.description;
  return {
    kind: 'declined',
    reference: id,
    error: {
      code,
      message: `The transfer is ${status}`,
      reason: description ? masked(description) : null,
      ...(meaning !== undefined && { standardisedCode: meaning }),
    },
    retry,
  };
}
