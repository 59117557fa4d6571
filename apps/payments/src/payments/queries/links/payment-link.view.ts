import type { JsonObject, LinkKind, LinkPlace, PaymentForLink, UnifiedError } from '@payorch/contracts';
import { payAddress, statusAddress, unexplained } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { isIn } from '../../domain/attempts/attempt';
import type { Payment, PaymentLink } from '../../domain/payment';
import { activeAttempt, netAmount } from '../../domain/payment';
import { mayRetry } from '../../domain/client/manual-retry';
import { isAtBank, isLinkExpired, linkStateOf } from '../../domain/client/payment-link';
import { statusOf } from '../../domain/payment.status';
import { objectOf } from '../../domain/terms/json-values';
import { standardisedCodeOf, unifiedOf } from '../payment/error.parts';
import { amount, time } from '../payment/payment.parts';
import type { ViewContext } from '../payment/view-context';

/** A payment that has a link. */
export type LinkedPayment = Payment & { readonly link: PaymentLink };

export const hasLink = (payment: Payment | undefined): payment is LinkedPayment => payment?.link !== undefined;

type Addresses = Pick<ViewContext, 'publicUrl' | 'linkToken'>;

const placeOf = (payment: LinkedPayment, kind: LinkKind, { publicUrl, linkToken }: Addresses): LinkPlace => ({
  origin: payment.link.origin ?? publicUrl,
  locale: payment.link.locale,
  token: linkToken(payment, kind),
});

const addressOf = (payment: LinkedPayment, kind: LinkKind, context: Addresses): string =>
  payAddress(payment, kind, placeOf(payment, kind, context));

const secureLink = (payment: LinkedPayment, context: Addresses): string | null =>
  payment.link.allowedDomains === null ? null : addressOf(payment, 'secure', context);

/** The link in the payment object; null for a payment without one. */
export const linkOfPayment = (payment: Payment, context: Addresses): JsonObject | null =>
  hasLink(payment)
    ? {
        link: addressOf(payment, 'open', context),
        secure_link: secureLink(payment, context),
        payment_link_id: payment.link.id,
      }
    : null;

interface LinkOptions {
  /** A client may have the open link, and must not learn the secure one. */
  readonly caller: 'merchant' | 'client';
  readonly now: Date;
}

/** The link as the interface shows it. */
export const linkView = (payment: LinkedPayment, { caller, now }: LinkOptions, context: Addresses): JsonObject => ({
  payment_link_id: payment.link.id,
  merchant_id: payment.merchantId,
  processor_merchant_id: payment.merchantId,
  link_to_pay: addressOf(payment, 'open', context),
  amount: amount(payment.money.amount),
  created_at: time(payment.createdAt),
  expiry: time(payment.expiresAt),
  description: payment.details['description'] ?? null,
  status: isLinkExpired(payment, now) ? 'expired' : 'active',
  currency: payment.money.currency,
  secure_link: caller === 'merchant' ? secureLink(payment, context) : null,
});

const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter((one): one is JsonObject => typeof one === 'object' && one !== null) : [];

interface PageParts {
  readonly context: ViewContext;
  readonly merchantName: string | null;
  readonly now: Date;
}

/** The operators' words; the text for an error without a rule says nothing to a customer. */
const explained = (unified: UnifiedError | null): string | null =>
  unified === null || unified.code === unexplained.code ? null : unified.message;

/** What the pages of the link show. Only the secure link lists saved payment methods, and only where its merchant wants it. */
export function paymentForPage(
  payment: LinkedPayment,
  kind: LinkKind,
  { context, merchantName, now }: PageParts,
): PaymentForLink {
  const { link, details } = payment;
  const wantsSaved = link.config['enabled_saved_payment_method'] === true && payment.customerId !== null;
  const listsSavedMethods = kind === 'secure' && wantsSaved;
  return {
    profileId: payment.profileId,
    state: linkStateOf(payment, context.profile, now),
    ...(isAtBank(payment, now) && { isAtBank: true as const }),
    status: statusOf(payment),
    money: netAmount(payment),
    ...(payment.terms.chosenPlan && { planInterest: payment.extras.installmentInterest ?? minorUnits(0n) }),
    description: payment.terms.description,
    orderDetails: objectsIn(details['order_details']),
    shippingAddress: objectOf(payment.terms.shipping?.['address']),
    returnUrl: payment.returnUrl ?? context.profile?.returnUrl ?? null,
    expiresAt: time(payment.expiresAt),
    changedAt: time(activeAttempt(payment).modifiedAt),
    standardisedCode: standardisedCodeOf(activeAttempt(payment), context, 'client'),
    unifiedMessage: explained(unifiedOf(activeAttempt(payment), context)),
    clientSecret: listsSavedMethods ? link.secureSecret : payment.clientSecret,
    publishableKey: context.publishableKey ?? null,
    listsSavedMethods,
    allowedDomains: link.allowedDomains === null ? null : [...link.allowedDomains],
    linkToPay: addressOf(payment, kind, context),
    linkToStatus: statusAddress(payment, placeOf(payment, kind, context)),
    merchantName,
    locale: link.locale,
    config: link.config,
  };
}

/** After a failure, or after the attempt at the bank was replaced. */
const isPayableAgain = (payment: Payment, { profile }: ViewContext): boolean =>
  isIn(activeAttempt(payment), 'payment_method_awaited', 'confirmation_awaited') ||
  (isIn(activeAttempt(payment), 'failure') && mayRetry(payment, profile, 'client'));

/**
 * The page of the link to which the browser returns from a processor, where the customer can pay still; null: to the merchant's page.
 * The form of a secure link is for the merchant's frame alone.
 */
export const linkPageAfter = (payment: Payment, context: ViewContext): string | null =>
  hasLink(payment) && payment.link.allowedDomains === null && isPayableAgain(payment, context)
    ? addressOf(payment, 'open', context)
    : null;
