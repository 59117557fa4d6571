import type { JsonObject, PayoutChanges, PayoutCustomer, PayoutDestination, PayoutFields } from '@payorch/contracts';
import { type Currency, minorUnitsFromJson } from '@payorch/kernel';
import { plainOrNull } from '../../fields';
import { readStraightThrough, wholeAddress } from '../../payments';
import { isPresent, type PayoutRequest } from './payout-request';

/** A field of the message under its name; absent where the request lacks it: null leaves a value as it is. */
const field = <K extends string, T, R>(
  name: K,
  value: T | null | undefined,
  convert: (value: T) => R,
): { [P in K]?: R } => (isPresent(value) ? ({ [name]: convert(value) } as { [P in K]: R }) : {});

const asIs = <T>(value: T): T => value;

export const noDetails: PayoutCustomer = { name: null, email: null, phone: null, phoneCountryCode: null };

/** Who receives the payout, from either place of the request. */
export const customerDetailsIn = (sent: PayoutRequest): PayoutCustomer => ({
  name: sent.customer?.name ?? sent.name ?? null,
  email: sent.customer?.email ?? sent.email ?? null,
  phone: sent.customer?.phone ?? sent.phone ?? null,
  phoneCountryCode: sent.customer?.phone_country_code ?? sent.phone_country_code ?? null,
});

export const hasNoDetails = (customer: PayoutCustomer): boolean =>
  Object.values(customer).every((value) => value === null);

/** What the request and its looked-up parts change. The id of the customer comes with its record. */
export interface Known {
  readonly destination: PayoutDestination | null;
  readonly customerId: string | undefined;
  readonly customer: PayoutCustomer;
}

/** A payout goes where its destination is: the request need not say the type twice. */
const typeOf = (sent: PayoutRequest, { destination }: Pick<Known, 'destination'>) =>
  destination?.type ?? (sent.payout_type === 'bank_redirect' ? undefined : sent.payout_type);

/** The changes without those that a request lacks. */
type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Converts an update or a confirmation to the changes of its message. */
export const toPayoutChanges = (sent: PayoutRequest, known: Known): Present<PayoutChanges> => ({
  ...field('amount', sent.amount, minorUnitsFromJson),
  ...field('currency', sent.currency, asIs),
  ...detailsOf(sent, known),
});

/** All but the money. */
function detailsOf(sent: PayoutRequest, known: Known): Present<Omit<PayoutChanges, 'amount' | 'currency'>> {
  const straightThrough = readStraightThrough(sent);
  return {
    ...field('merchantOrderReferenceId', sent.merchant_order_reference_id, asIs),
    ...field('description', sent.description, asIs),
    ...field('returnUrl', sent.return_url, asIs),
    ...field('businessCountry', sent.business_country, asIs),
    ...field('businessLabel', sent.business_label, asIs),
    ...field('entityType', sent.entity_type, asIs),
    ...field('recurring', sent.recurring, asIs),
    ...field('autoFulfill', sent.auto_fulfill, asIs),
    ...field('priority', sent.priority, asIs),
    ...field('metadata', plainOrNull(sent.metadata), asIs),
    ...field('payoutType', typeOf(sent, known), asIs),
    ...(straightThrough && straightThrough.kind !== 'refused' && { straightThrough }),
    ...field('customerId', known.customerId, asIs),
    ...(!hasNoDetails(known.customer) && { customer: known.customer }),
    ...field('billing', sent.billing, (billing): JsonObject => wholeAddress(billing)),
  };
}

/** What a new payout has where its request says nothing. */
export interface PayoutDefaults {
  readonly returnUrl: string | null;
  readonly businessCountry: string | null;
}

/** Amount and currency of a new payout: the check of the shape has required both. */
const moneyOf = ({ amount, currency }: PayoutRequest) => ({
  amount: minorUnitsFromJson(amount ?? 0),
  currency: currency as Currency,
});

/** Converts the request for a new payout to the fields of its message. */
export const toPayoutFields = (sent: PayoutRequest, known: Known, defaults: PayoutDefaults): PayoutFields => ({
  merchantOrderReferenceId: null,
  description: null,
  ...defaults,
  businessLabel: null,
  entityType: 'Individual',
  recurring: false,
  autoFulfill: false,
  priority: null,
  metadata: null,
  payoutType: null,
  straightThrough: null,
  customerId: null,
  customer: noDetails,
  billing: null,
  ...detailsOf(sent, known),
  money: moneyOf(sent),
});
