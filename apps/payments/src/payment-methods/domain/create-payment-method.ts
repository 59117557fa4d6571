import type { DataOf, MigratedData, paymentMethodCreate, PaymentMethodData, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { withData, withTokenOf } from './method';
import type { ClientSecret, PaymentMethodDetails, SavedPaymentMethod } from './payment-method';

type Command = DataOf<typeof paymentMethodCreate>;

interface Context {
  readonly isCustomerKnown: boolean;
  readonly now: Date;
  readonly randomText: (length: number) => string;
}

const secretSeconds = 900;

/** Stores a new payment method. A card that the customer saved before keeps its id: `known` is changed then. */
export function createPaymentMethod(
  known: SavedPaymentMethod | undefined,
  { merchantId, paymentMethodId, fields, data }: Command,
  context: Context,
): SavedPaymentMethod | Refusal {
  const { now } = context;
  const { customerId } = fields;
  if (!context.isCustomerKnown) return refuse('customer_not_found');
  if (known && known.customerId !== customerId) return refuse('payment_method_not_found');
  return {
    ...nextVersion(known, { merchantId, paymentMethodId, customerId }, now),
    status: data ? 'active' : 'awaiting_data',
    method: withTokenOf(known?.method, withData(fields, data)),
    details: detailsOf(known?.details, fields, data),
    clientSecret: newSecret(paymentMethodId, context),
    lastUsedAt: now,
  };
}

/** What a stored payment method keeps when it is sent again, and what a new one begins with. */
export const nextVersion = (
  known: SavedPaymentMethod | undefined,
  ids: Pick<SavedPaymentMethod, 'merchantId' | 'paymentMethodId' | 'customerId'>,
  now: Date,
): Omit<SavedPaymentMethod, 'status' | 'method' | 'details'> => ({
  ...ids,
  version: (known?.version ?? 0) + 1,
  clientSecret: known?.clientSecret ?? null,
  references: known?.references ?? {},
  networkTransactionId: known?.networkTransactionId ?? null,
  createdAt: known?.createdAt ?? now,
  modifiedAt: now,
  lastUsedAt: known?.lastUsedAt ?? now,
  isDefault: known?.isDefault ?? false,
  hasOthers: known?.hasOthers ?? false,
  isDeleted: false,
});

/** A secret with which a client adds or changes data. */
export const newSecret = (
  paymentMethodId: string,
  { now, randomText }: Pick<Context, 'now' | 'randomText'>,
): ClientSecret => ({
  secret: `${paymentMethodId}_secret_${randomText(20)}`,
  expiresAt: new Date(now.getTime() + secretSeconds * 1000),
});

/** What the request leaves out stays. */
export const detailsOf = (
  known: PaymentMethodDetails | undefined,
  { issuer, issuerCode, metadata, billing }: Command['fields'],
  data: PaymentMethodData | MigratedData | null,
): PaymentMethodDetails => ({
  nickName: (data && 'nickName' in data ? data.nickName : null) ?? known?.nickName ?? null,
  issuer: issuer ?? known?.issuer ?? null,
  issuerCode: issuerCode ?? known?.issuerCode ?? null,
  metadata: metadata ?? known?.metadata ?? null,
  billing: billing ?? known?.billing ?? null,
});
