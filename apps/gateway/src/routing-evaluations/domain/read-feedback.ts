import type { Refusal, RoutingFeedback } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { referenceIdPattern } from '@payorch/kernel';
import type { TxnStatus, UpdateScorePayload } from '@payorch/rest';

type Feedback = Omit<RoutingFeedback, 'merchantId' | 'profileId'>;

/**
 * What a status says of the processor, as for payments that are made here. Null: the payment goes on, or ended without a word of the
 * processor: the customer was not authenticated, the merchant declined or voided.
 */
export const results: Readonly<Record<TxnStatus, Feedback['result']>> = {
  AUTHORIZED: 'approved',
  CHARGED: 'approved',
  PARTIAL_CHARGED: 'approved',
  CAPTURE_INITIATED: 'approved',
  CAPTURE_FAILED: 'approved',
  VOIDED_POST_CHARGE: 'approved',
  AUTO_REFUNDED: 'approved',
  AUTHORIZATION_FAILED: 'declined',
  FAILURE: 'declined',
  DECLINED: 'declined',
  STARTED: null,
  AUTHENTICATION_FAILED: null,
  JUSPAY_DECLINED: null,
  PENDING_VBV: null,
  V_B_V_SUCCESSFUL: null,
  AUTHORIZING: null,
  C_O_D_INITIATED: null,
  VOIDED: null,
  VOID_INITIATED: null,
  VOID_FAILED: null,
  NOP: null,
  TO_BE_CHARGED: null,
  PENDING: null,
};

/** The reported outcome. Routing knows the evaluation and the accounts, and refuses a gateway that it does not have. */
export function readFeedback({ paymentId, gateway, status }: UpdateScorePayload): Feedback | Refusal {
  if (!referenceIdPattern.test(paymentId))
    return refuse('value_not_allowed', { field: 'paymentId', allowed: '1 to 64 letters, digits, - and _' });
  return { paymentId, gateway, status, result: results[status] };
}
