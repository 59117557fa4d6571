import type { FindGsmRule, JsonObject, ProcessorError, UnifiedError } from '@payorch/contracts';
import { baseAccountOf, gsmRuleFor, unifiedBy } from '@payorch/contracts';
import { minorUnitsToJson } from '@payorch/kernel';
import type { Attempt } from '../domain/attempt';
import { attemptOf, errorOf, isIn, type Payout } from '../domain/payout';
import { statusOf } from '../domain/payout.status';

/** What an answer depends on beside the payout. */
export interface ViewContext {
  readonly gsmRule: FindGsmRule;
  readonly expandAttempts: boolean;
}

/** The step whose rules explain a payout's failure. */
const steps = [{ flow: 'payout_flow', subFlow: 'sub_flow' }];

function unifiedOf(payout: Payout, gsmRule: FindGsmRule): UnifiedError | null {
  const error = errorOf(payout);
  const connector = attemptOf(payout)?.account?.connector;
  if (!error || connector === undefined || !isIn(payout, 'failed', 'ineligible')) return null;
  const cardNetwork = payout.destination?.card?.network ?? null;
  return unifiedBy(gsmRuleFor({ connector, cardNetwork, error, steps }, gsmRule));
}

/** Our own words for an end have no code. */
const codeOf = (error: ProcessorError | null): string | null => (error && error.code !== '' ? error.code : null);
const messageOf = (error: ProcessorError | null): string | null => error && error.message;

/** The customer as the interface nests it, and as its deprecated fields at the root. */
function customerOf({ fields: { customerId, customer } }: Payout) {
  const { name, email, phone, phoneCountryCode } = customer;
  const contact = { name, email, phone, phone_country_code: phoneCountryCode };
  const isNamed = customerId !== null || Object.values(contact).some((value) => value !== null);
  return { customer: isNamed ? { id: customerId, ...contact } : null, ...contact };
}

const methodOf = ({ destination }: Payout): JsonObject | null => destination && destination.shown;

function attemptShown(payout: Payout, attempt: Attempt, status: string): JsonObject {
  const { money, payoutType } = payout.fields;
  return {
    attempt_id: attempt.id,
    status,
    amount: minorUnitsToJson(money.amount),
    currency: money.currency,
    connector: attempt.account && attempt.account.connector,
    error_code: codeOf(attempt.error),
    error_message: messageOf(attempt.error),
    payment_method: payoutType,
    payout_method_type: payout.destination && payout.destination.methodType,
    connector_transaction_id: attempt.reference,
    cancellation_reason: status === 'cancelled' ? messageOf(attempt.error) : null,
  };
}

/** The attempts in their order, the present one with the payout's own status. */
function attemptsOf(payout: Payout): JsonObject[] {
  const present = attemptOf(payout);
  return [
    ...payout.endedAttempts.map((attempt) => attemptShown(payout, attempt, attempt.status)),
    ...(present ? [attemptShown(payout, present, statusOf(payout))] : []),
  ];
}

/** A payout in the form of the interface, which has no other property. */
export function payoutObject(payout: Payout, { gsmRule, expandAttempts }: ViewContext): JsonObject {
  const { fields, link } = payout;
  const attempt = attemptOf(payout);
  const account = attempt && attempt.account;
  const error = errorOf(payout);
  const unified = unifiedOf(payout, gsmRule);
  const { customer, ...contact } = customerOf(payout);
  return {
    payout_id: payout.payoutId,
    merchant_id: payout.merchantId,
    amount: minorUnitsToJson(fields.money.amount),
    currency: fields.money.currency,
    connector: account && account.connector,
    payout_type: fields.payoutType,
    payout_method_data: methodOf(payout),
    billing: fields.billing,
    auto_fulfill: fields.autoFulfill,
    customer_id: fields.customerId ?? '',
    customer,
    client_secret: payout.clientSecret,
    return_url: fields.returnUrl ?? '',
    business_country: fields.businessCountry,
    business_label: fields.businessLabel,
    description: fields.description,
    entity_type: fields.entityType,
    recurring: fields.recurring,
    metadata: fields.metadata,
    merchant_connector_id: account && baseAccountOf(account.merchantConnectorId),
    status: statusOf(payout),
    error_message: messageOf(error),
    error_code: codeOf(error),
    profile_id: payout.profileId,
    created: payout.createdAt.toISOString(),
    connector_transaction_id: attempt && attempt.reference,
    priority: fields.priority,
    attempts: expandAttempts ? attemptsOf(payout) : null,
    payout_link: link && { payout_link_id: link.payoutLinkId, link: link.link },
    ...contact,
    unified_code: unified && unified.code,
    unified_message: unified && unified.message,
    payout_method_id: payout.payoutMethodId,
  };
}

/** The body of a reply; the gateway passes the bytes through. */
export const payoutView = (payout: Payout, context: ViewContext): Buffer =>
  Buffer.from(JSON.stringify(payoutObject(payout, context)));
