import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';
import type { PaymentMethod } from '../domain/payment-method';
import type { PaymentTokens } from '../domain/payment-tokens';
import { savedPaymentMethodFromRow, type StoredPaymentMethod } from './payment-method.mapper';
import { findPaymentMethods, keyOfCustomers, type NamedPaymentMethods } from './payment-methods';
import { savedColumns } from './saved-payment-methods';

/** Where a message names a payment method without its id. The customer is the message's, else the one of its payment or payment method. */
interface NamedBy {
  readonly merchantId: MerchantId;
  readonly paymentId: string | null;
  readonly paymentMethodId: string | null;
  readonly customerId: CustomerId | null;
}
export interface NamedByToken extends NamedBy {
  readonly token: string;
}
export interface NamedByCard extends NamedBy {
  readonly fingerprint: string;
}

const customerOfNaming = `
  LEFT JOIN intents i ON i.merchant_id = n.merchant_id AND i.payment_id = n.payment_id
  LEFT JOIN payment_methods own ON own.merchant_id = n.merchant_id AND own.payment_method_id = n.payment_method_id
  JOIN payment_methods p ON p.merchant_id = n.merchant_id
    AND p.customer_id = COALESCE(n.customer_id, i.customer_id, own.customer_id)`;

const keysOf = (naming: readonly NamedBy[]): unknown[] => [
  naming.map(({ merchantId }) => merchantId),
  naming.map(({ paymentId }) => paymentId),
  naming.map(({ paymentMethodId }) => paymentMethodId),
  naming.map(({ customerId }) => customerId),
];

interface Candidate {
  readonly merchant_id: MerchantId;
  readonly customer_id: CustomerId;
  readonly payment_method_id: string;
  readonly token: string;
}

/** A token is no key of a row: every active payment method of its customer is tried. */
export async function findByTokens(
  sql: Sql,
  seals: RowSeals,
  naming: readonly NamedByToken[],
  tokens: PaymentTokens,
): Promise<NamedPaymentMethods['byToken']> {
  if (naming.length === 0) return new Map();
  const candidates = await sql.query<Candidate>(
    `SELECT p.merchant_id, p.customer_id, p.payment_method_id, n.token
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS n (merchant_id, payment_id, payment_method_id, customer_id, token)
     ${customerOfNaming} AND p.status = 'active'`,
    [...keysOf(naming), naming.map(({ token }) => token)],
  );
  const named = candidates.filter(({ merchant_id, customer_id, payment_method_id, token }) =>
    tokens.isOf(token, { merchantId: merchant_id, customerId: customer_id, paymentMethodId: payment_method_id }),
  );
  if (named.length === 0) return new Map();
  const found = await findPaymentMethods(
    sql,
    seals,
    named.map(({ merchant_id }) => merchant_id),
    named.map(({ payment_method_id }) => payment_method_id),
  );
  const rowOf = ({ merchant_id, payment_method_id }: Candidate): PaymentMethod[] =>
    found.filter((one) => one.merchantId === merchant_id && one.paymentMethodId === payment_method_id);
  return new Map(
    named.flatMap((one) =>
      rowOf(one).map((row) => [keyOfCustomers(one.merchant_id, one.customer_id, one.token), row] as const),
    ),
  );
}

/** The customers' payment methods with the same cards: of several an active one, the last used. */
export async function findByCards(
  sql: Sql,
  seals: RowSeals,
  naming: readonly NamedByCard[],
): Promise<NamedPaymentMethods['byCard']> {
  if (naming.length === 0) return new Map();
  const rows = await sql.query<StoredPaymentMethod>(
    `SELECT ${savedColumns}
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS n (merchant_id, payment_id, payment_method_id, customer_id, fingerprint)
     ${customerOfNaming} AND p.fingerprint = n.fingerprint
     ORDER BY p.status = 'active', p.last_used_at`,
    [...keysOf(naming), naming.map(({ fingerprint }) => fingerprint)],
  );
  return new Map(
    rows.map((row) => [
      keyOfCustomers(row.merchant_id, row.customer_id, row.fingerprint ?? ''),
      savedPaymentMethodFromRow(seals, row),
    ]),
  );
}
