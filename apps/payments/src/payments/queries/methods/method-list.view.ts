import type { JsonObject, MerchantSettings, PaymentForMethodList, ProfileSettings } from '@payorch/contracts';
import { countryOf } from '@payorch/contracts';
import { minorUnitsToJson } from '@payorch/kernel';
import type { Payment } from '../../domain/payment';
import { activeAttempt, netAmount } from '../../domain/payment';
import { isMerchants } from '../../domain/client/client-values';
import { isSeenByStranger } from '../../domain/client/payment-link';
import { statusOf } from '../../domain/payment.status';
import type { MerchantRules } from '../../domain/merchant-rules';
import { mayGetSurcharge } from '../../domain/terms/surcharge';
import { paymentTypeOf } from '../../domain/method/recurring-need';
import { installmentOptionsView } from '../payment/installments.parts';
import { time } from '../payment/payment.parts';
import { billingOf } from '../../domain/terms/billing';
import { objectOf } from '../../domain/terms/json-values';

interface ListContext {
  readonly caller: 'merchant' | 'client';
  readonly profile: ProfileSettings | undefined;
  readonly merchant: MerchantSettings | undefined;
  readonly surchargeRules?: MerchantRules['surcharge'];
}

/** The billing address, with e-mail and phone of the customer where the address has none; null: nothing is known. */
function knownBilling(payment: Payment, given: JsonObject | null): JsonObject | null {
  const { customer } = payment;
  const phone = objectOf(given?.['phone']);
  const known = {
    email: given?.['email'] ?? customer?.email ?? null,
    phone: {
      number: phone?.['number'] ?? customer?.phone ?? null,
      country_code: phone?.['country_code'] ?? customer?.phoneCountryCode ?? null,
    },
  };
  return given || customer ? { address: null, ...given, ...known } : null;
}

/** The summary of the payment, in the interface's order. A browser does not see the merchant's metadata. */
function intentData(payment: Payment, { caller, merchant }: ListContext, shared: JsonObject): JsonObject {
  const { details } = payment;
  const isStranger = isSeenByStranger(payment, caller);
  return {
    payment_id: payment.paymentId,
    status: statusOf(payment),
    amount: minorUnitsToJson(payment.money.amount),
    currency: payment.money.currency,
    client_secret: payment.clientSecret,
    description: details['description'] ?? null,
    customer_id: isStranger ? null : payment.customerId,
    return_url: payment.returnUrl,
    setup_future_usage: payment.setupFutureUsage,
    billing: isStranger ? null : (details['billing'] ?? null),
    shipping: isStranger ? null : payment.terms.shipping,
    metadata: caller === 'client' ? null : (details['metadata'] ?? null),
    order_details: details['order_details'] ?? null,
    created: time(payment.createdAt),
    expires_on: time(payment.expiresAt),
    profile_id: payment.profileId,
    merchant_order_reference_id: details['merchant_order_reference_id'] ?? null,
    attempt_count: payment.attempts.length,
    installment_options: installmentOptionsView(payment),
    capture_method: payment.captureMethod,
    merchant_name: merchant?.merchantName ?? null,
    mandate_payment: isStranger ? null : (details['mandate_data'] ?? null),
    ...shared,
  };
}

/** What decides which payment methods the payment can be paid with, and the summary of the payment beside the list. */
export function paymentForListing(payment: Payment, context: ListContext): PaymentForMethodList {
  const { terms, customerId, profileId, captureMethod } = payment;
  const given = billingOf(payment, activeAttempt(payment));
  const paymentType = paymentTypeOf(payment);
  const { asksForExternalThreeDs: externalThreeDs, splitAt: split } = terms;
  const isTaxCalculated = Boolean(context.profile?.externalTax) && !terms.skipsExternalTax;
  const isGuest = customerId === null;
  return {
    profileId,
    money: netAmount(payment),
    country: countryOf(given ?? undefined),
    captureMethod,
    ...(split !== null && { splitAt: split }),
    ...(terms.acceptsPartialAuthorization && { partial: true }),
    paymentType,
    allowedTypes: terms.allowedTypes,
    known: { billing: knownBilling(payment, given), shipping: payment.terms.shipping },
    mandatePayment: terms.mandateType,
    ...(isSeenByStranger(payment, context.caller) && { hidesKnown: true }),
    ...(context.caller === 'client' && isMerchants(payment, 'shipping') && { fixedShipping: true }),
    externalThreeDs,
    isTaxCalculated,
    isGuest,
    ...(mayGetSurcharge(payment, context.surchargeRules) && { mayHaveSurcharge: true }),
    intentData: intentData(payment, context, {
      payment_type: paymentType,
      request_external_three_ds_authentication: externalThreeDs,
      is_tax_calculation_enabled: isTaxCalculated,
      is_guest_customer: isGuest,
    }),
  };
}
