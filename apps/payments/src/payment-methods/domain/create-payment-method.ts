import type { DataOf, paymentMethodCreate, PaymentMethodData, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { withData } from './method';
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
    ...{ merchantId, paymentMethodId, customerId },
    version: (known?.version ?? 0) + 1,
    status: data ? 'active' : 'awaiting_data',
    method: withData(fields, data),
    details: detailsOf(known?.details, fields, data),
    clientSecret: newSecret(paymentMethodId, context),
    references: known?.references ?? {},
    networkTransactionId: known?.networkTransactionId ?? null,
    createdAt: known?.createdAt ?? now,
    ...{ modifiedAt: now, lastUsedAt: now },
    ...{ isDefault: known?.isDefault ?? false, hasOthers: known?.hasOthers ?? false, isDeleted: false },
  };
}

const newSecret = (paymentMethodId: string, { now, randomText }: Context): ClientSecret => ({
  secret: `${paymentMethodId}_secret_${randomText(20)}`,
  expiresAt: new Date(now.getTime() + secretSeconds * 1000),
});

/** What the request leaves out stays. */
const detailsOf = (
  known: PaymentMethodDetails | undefined,
  { issuer, issuerCode, metadata, billing }: Command['fields'],
  data: PaymentMethodData | null,
): PaymentMethodDetails => ({
  nickName: (data?.kind === 'card' ? data.nickName : null) ?? known?.nickName ?? null,
  issuer: issuer ?? known?.issuer ?? null,
  issuerCode: issuerCode ?? known?.issuerCode ?? null,
  metadata: metadata ?? known?.metadata ?? null,
  billing: billing ?? known?.billing ?? null,
});
