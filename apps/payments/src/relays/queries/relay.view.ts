import type { JsonObject, ShownRelayOperation } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import { minorUnitsToJson } from '@payorch/kernel';
import { type Relay, statusOf } from '../domain/relay';

/** The requested operation as the interface shows it, under the name of its type. */
function dataOf(requested: ShownRelayOperation): JsonObject {
  switch (requested.type) {
    case 'refund': {
      const { money, reason } = requested;
      return { refund: { amount: minorUnitsToJson(money.amount), currency: money.currency, reason } };
    }
    case 'capture': {
      const { money, authorized, captureMethod } = requested;
      const amounts = {
        authorized_amount: minorUnitsToJson(authorized.amount),
        amount_to_capture: minorUnitsToJson(money.amount),
      };
      return { capture: { ...amounts, currency: money.currency, capture_method: captureMethod } };
    }
    case 'incremental_authorization': {
      const { money, additional } = requested;
      const amounts = {
        total_amount: minorUnitsToJson(money.amount),
        additional_amount: minorUnitsToJson(additional),
      };
      return { incremental_authorization: { ...amounts, currency: money.currency } };
    }
    case 'void': {
      const { amount, currency, reason } = requested;
      return { void: { amount: minorUnitsToJson(amount), currency, cancellation_reason: reason } };
    }
    case 'unreferenced_refund': {
      const { money, customerId, recipient } = requested;
      const card = {
        card_number: recipient.maskedNumber,
        card_holder_name: null,
        card_exp_month: recipient.expiryMonth,
        card_exp_year: recipient.expiryYear,
      };
      const amount = { amount: minorUnitsToJson(money.amount), currency: money.currency };
      return {
        unreferenced_refund: { ...amount, customer_id: customerId, recipient_payment_method_data: { card } },
      };
    }
  }
}

/** The relay in the form of the interface; the gateway passes the bytes through. */
export const relayView = (relay: Relay): Buffer =>
  Buffer.from(
    JSON.stringify({
      id: relay.relayId,
      status: statusOf(relay),
      connector_resource_id: relay.reference,
      error: relay.error && { code: relay.error.code, message: relay.error.reason ?? relay.error.message },
      connector_reference_id: relay.connectorReference,
      connector_id: baseAccountOf(relay.account.merchantConnectorId),
      profile_id: relay.profileId,
      type: relay.requested.type,
      data: dataOf(relay.requested),
    }),
  );
