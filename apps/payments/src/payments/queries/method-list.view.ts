import type { Json, JsonObject, MerchantSettings, PaymentForMethodList, ProfileSettings } from '@payorch/contracts';
import { countryOf } from '@payorch/contracts';
import { minorUnitsToJson } from '@payorch/kernel';
import type { Payment } from '../domain/payment';
import { activeAttempt, netAmount } from '../domain/payment';
import { isMerchants } from '../domain/client-values';
import { isSeenByStranger } from '../domain/payment-link';
import { statusOf } from '../domain/payment.status';
import { acceptsPartialAuthorization } from '../domain/operations/partial-authorization';
import type { MerchantRules } from '../domain/merchant-rules';
import { mayGetSurcharge } from '../domain/terms/surcharge';
import { splitAt } from '../domain/terms/split';
import { paymentTypeOf } from '../domain/method/recurring-need';
import { installmentOptionsView } from './installments.parts';
import { time } from './payment.parts';
import { asksForExternalThreeDs, shippingOf, skipsExternalTax } from '../domain/terms/typed-details';

interface ListContext {
  readonly caller: 'merchant' | 'client';
  readonly profile: ProfileSettings | undefined;
  readonly merchant: MerchantSettings | undefined;
  readonly surchargeRules?: MerchantRules['surcharge'];
}

const objectOf = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

const textsOf = (value: Json | undefined): readonly string[] | null =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null;

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
    shipping: isStranger ? null : shippingOf(payment),
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
  const { details, customerId, profileId, captureMethod } = payment;
  const given = objectOf(activeAttempt(payment).method?.paymentMethodData?.['billing']) ?? objectOf(details['billing']);
  const paymentType = paymentTypeOf(payment);
  const externalThreeDs = asksForExternalThreeDs(payment);
  const isTaxCalculated = Boolean(context.profile?.externalTax) && !skipsExternalTax(payment);
  const isGuest = customerId === null;
  const split = splitAt(payment);
  return {
    profileId,
    money: netAmount(payment),
    country: countryOf(given ?? undefined),
    captureMethod,
    ...(split !== null && { splitAt: split }),
    ...(acceptsPartialAuthorization(payment) && { partial: true }),
    paymentType,
    allowedTypes: textsOf(details['allowed_payment_method_types'])?.slice() ?? null,
    known: { billing: knownBilling(payment, given), shipping: shippingOf(payment) },
    mandatePayment: objectOf(objectOf(details['mandate_data'])?.['mandate_type']),
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
