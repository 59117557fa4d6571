import type { Outcome } from '@payorch/contracts';
import type { OperationEvent, OperationLine } from '@payorch/platform/telemetry';
import { isOfPayout, type Operation } from '../domain/operation';
import type { Report } from './outcome-message';

/** The names of an operation without a payment are its owner's: the row has them in place of payment and attempt. */
function ownerOf(operation: Operation) {
  const { relayId, authenticationId, paymentId, attemptId, ...kind } = operation;
  if (isOfPayout(operation)) return { operation: kind.flow, payout_id: paymentId, attempt_id: attemptId };
  if (relayId !== null) return { operation: 'relay', relay_id: relayId };
  if (authenticationId !== null) return { operation: 'authentication', authentication_id: authenticationId };
  return {
    operation: kind.flow,
    payment_id: paymentId,
    attempt_id: attemptId,
    refund_id: kind.refund?.refundId,
    mandate_id: kind.flow === 'revoke_mandate' ? kind.mandateId : undefined,
    dispute_id: 'disputeId' in kind ? kind.disputeId : undefined,
  };
}

/** The fields of every log line about an operation; `requestId`: the request that caused it. */
export const lineOf = (operation: Operation, requestId: string | undefined): Omit<OperationLine, 'event'> => ({
  request_id: requestId,
  merchant_id: operation.merchantId,
  operation_id: operation.operationId,
  connector: operation.account.connector,
  connector_account: operation.account.merchantConnectorId,
  ...ownerOf(operation),
});

function eventOf({ kind }: Outcome): OperationEvent {
  if (kind === 'unknown') return 'operation.unknown';
  return kind === 'not_sent' ? 'operation.not_sent' : 'operation.answered';
}

/**
 * The log line of a report; undefined for one that says nothing new: an outcome that a redelivery repeats, or a sync that did not
 * call the processor. `ms`: from the command's turn to the published outcome.
 */
export function lineOfReport(report: Report, requestId: string, ms?: number): OperationLine | undefined {
  const { operation, outcome, source, unanswered, isRepeated } = report;
  if (isRepeated || unanswered?.called === false) return undefined;
  const code = 'error' in outcome ? outcome.error.code : undefined;
  return { event: eventOf(outcome), ...lineOf(operation, requestId), source, outcome: outcome.kind, code, ms };
}
