import type { MessageKey } from '../messages/message-key';
import { textAt, type Json } from './json';

/** A part of the card that the customer may have typed wrong. */
export type CardPart = 'number' | 'expiry' | 'cvc';

/** Why a payment failed, in the customer's words. */
export interface Decline {
  /** Null: the payment's own text says it, or nothing more is known. */
  readonly key: MessageKey | null;
  readonly part?: CardPart;
}

const plain: Decline = { key: 'declined' };
const unsupported: Decline = { key: 'cardNotSupported' };
const unconfirmed: Decline = { key: 'notConfirmed' };
const failed: Decline = { key: 'processingFailed' };

/** By the interface's StandardisedCode. Lost, stolen and fraud have the words of a plain decline: a thief must not learn more. */
const declines: Readonly<Record<string, Decline>> = {
  do_not_honor: plain,
  card_lost_or_stolen: plain,
  suspected_fraud: plain,
  psp_fraud_engine_decline: plain,
  compliance_or_sanctions_restriction: plain,
  generic_unknown_error: plain,
  account_closed_or_invalid: plain,
  payment_method_issue: plain,
  pm_address_mismatch: plain,
  insufficient_funds: { key: 'insufficientFunds' },
  credit_limit_exceeded: { key: 'limitExceeded' },
  velocity_limit_exceeded: { key: 'limitExceeded' },
  invalid_card_number: { key: 'numberWrong', part: 'number' },
  invalid_expiry_date: { key: 'expiryPast', part: 'expiry' },
  invalid_cvv: { key: 'cvcWrong', part: 'cvc' },
  card_not_supported_restricted: unsupported,
  currency_or_corridor_not_enabled: unsupported,
  operation_not_allowed: unsupported,
  transaction_not_permitted: unsupported,
  authentication_failed: unconfirmed,
  authentication_required: unconfirmed,
  incorrect_authentication_code: unconfirmed,
  payment_cancelled_by_user: unconfirmed,
  payment_session_timeout: unconfirmed,
  three_ds_authentication_service_issue: unconfirmed,
  three_ds_data_or_protocol_invalid: unconfirmed,
  downstream_technical_issue: failed,
  issuer_unavailable: failed,
  psp_acquirer_error: failed,
  rate_limit: failed,
  transaction_timed_out: failed,
};

/** What the interface answers where no rule of the operators explains an error. */
const unexplained = 'UE_9000';

/** The words for a StandardisedCode; undefined for one without words. */
export const declineByCode = (code: string | null | undefined): Decline | undefined =>
  code && Object.hasOwn(declines, code) ? declines[code] : undefined;

export function declineOf(payment: Json): Decline {
  const known = declineByCode(textAt(payment, 'error_details', 'unified_details', 'standardised_code'));
  if (known) return known;
  if (textAt(payment, 'unified_code') !== unexplained && textAt(payment, 'unified_message') !== undefined)
    return { key: null };
  return textAt(payment, 'payment_method') === 'card' ? plain : { key: 'failedText' };
}
