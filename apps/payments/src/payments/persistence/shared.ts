import type { PaymentFields } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';
import type { CustomerRecord } from '../../customers/domain/customer';
import { findCustomerRecords } from '../../customers/persistence/customer-records';
import type { Mandate } from '../../mandates/domain/mandate';
import { BatchMandates, lockMandates, mandateWrites } from '../../mandates/persistence/mandates';
import type { PaymentMethod } from '../../payment-methods/domain/payment-method';
import type { PaymentTokens } from '../../payment-methods/domain/payment-tokens';
import { findByCards, findByTokens } from '../../payment-methods/persistence/named-payment-methods';
import {
  BatchPaymentMethods,
  findPaymentMethods,
  paymentMethodWrites,
} from '../../payment-methods/persistence/payment-methods';
import type { Incident } from '../domain/decision';
import type { Payment } from '../domain/payment';
import { cardsNamedIn, tokensNamedIn, type NamingPaymentMethod } from './naming';

/** Data that the payments of one batch share, and rows that are written beside them. */
export interface Shared {
  /** By message key; customers of the batch itself are added while it runs. */
  readonly customers: Map<string, CustomerRecord>;
  readonly paymentMethods: BatchPaymentMethods;
  readonly mandates: BatchMandates;
  readonly incidents: { readonly payment: Payment; readonly attemptId: string; readonly kind: Incident }[];
}

export const nothingShared = (): Shared => ({
  customers: new Map(),
  paymentMethods: new BatchPaymentMethods(),
  mandates: new BatchMandates(),
  incidents: [],
});

/** What a message of this service may name besides its own payment. */
interface Naming extends NamingPaymentMethod {
  readonly fields?: NamingPaymentMethod['fields'] & Pick<PaymentFields, 'recurring'>;
}

/** Merchants and ids, side by side, as `unnest` takes them. */
type Keys = readonly [merchants: string[], ids: string[]];

function keysOf(naming: readonly Naming[], idOf: (naming: Naming) => string | null | undefined): Keys {
  const named = naming.flatMap((message) => {
    const id = idOf(message);
    return id ? [[message.merchantId, id] as const] : [];
  });
  return [named.map(([merchant]) => merchant), named.map(([, id]) => id)];
}

const mandateIdOf = ({ fields }: Naming) =>
  fields?.recurring?.kind === 'mandate' ? fields.recurring.mandateId : undefined;
const paymentMethodIdOf = ({ fields }: Naming) =>
  fields?.recurring?.kind === 'payment_method' ? fields.recurring.paymentMethodId : undefined;

/** Queries the database only where a message of the batch names a customer or a saved payment method. */
export async function loadShared(sql: Sql, batch: readonly Incoming[], tokens: PaymentTokens): Promise<Shared> {
  const naming = batch.map(({ data }) => data as Naming);
  const [merchants, customerIds] = keysOf(naming, ({ fields }) => fields?.customerId);
  // Sent at once, behind the locks of the batch: no statement waits for the result of another.
  const [named, customers] = await Promise.all([
    loadPaymentMethods(sql, naming, tokens),
    customerIds.length > 0 && findCustomerRecords(sql, merchants, customerIds),
  ]);
  return { ...nothingShared(), ...named, ...(customers && { customers }) };
}

async function loadPaymentMethods(
  sql: Sql,
  naming: readonly Naming[],
  tokens: PaymentTokens,
): Promise<Partial<Pick<Shared, 'mandates' | 'paymentMethods'>>> {
  const isRecurring = naming.some(({ fields }) => fields?.recurring);
  const ofTokens = tokensNamedIn(naming, tokens, new Date());
  const cards = cardsNamedIn(naming);
  if (!isRecurring && ofTokens.length === 0 && cards.length === 0) return {};
  const [{ mandates, paymentMethods }, byToken, byCard] = await Promise.all([
    isRecurring ? loadRecurring(sql, naming) : nothingRecurring,
    findByTokens(sql, ofTokens, tokens),
    findByCards(sql, cards),
  ]);
  return {
    mandates: new BatchMandates(mandates),
    paymentMethods: new BatchPaymentMethods(paymentMethods, { byToken, byCard }),
  };
}

interface Recurring {
  readonly mandates: readonly Mandate[];
  readonly paymentMethods: readonly PaymentMethod[];
}
const nothingRecurring: Recurring = { mandates: [], paymentMethods: [] };

async function loadRecurring(sql: Sql, naming: readonly Naming[]): Promise<Recurring> {
  const mandates = await lockMandates(sql, ...keysOf(naming, mandateIdOf));
  const [merchants, ids] = keysOf(naming, paymentMethodIdOf);
  const paymentMethods = await findPaymentMethods(
    sql,
    [...merchants, ...mandates.map(({ merchantId }) => merchantId)],
    [...ids, ...mandates.map(({ paymentMethodId }) => paymentMethodId)],
  );
  return { mandates, paymentMethods };
}

/** The writes that payments leave in what they share. */
export const sharedWrites = ({ paymentMethods, mandates }: Shared): readonly Statement[] => [
  ...paymentMethodWrites(paymentMethods),
  ...mandateWrites(mandates),
];
