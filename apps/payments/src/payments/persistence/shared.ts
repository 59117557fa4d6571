import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { PaymentFields } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';
import { BlockedCards } from '../../blocklist/persistence/blocked-cards';
import type { CustomerRecord } from '../../customers/domain/customer';
import { findCustomerRecords } from '../../customers/persistence/customer-records';
import { type BlocklistGuard, guardedMerchants, loadBlockedCards, noGuard } from './guarded-cards';
import { BatchMandates, lockMandates, mandateWrites } from '../../mandates/persistence/mandates';
import {
  BatchPaymentMethods,
  findPaymentMethods,
  paymentMethodWrites,
} from '../../payment-methods/persistence/payment-methods';
import type { Effect, Incident } from '../domain/decision';
import type { Payment } from '../domain/payment';

/** An operator's change of an attempt, with the payment after it. */
export interface ManualUpdate {
  readonly payment: Payment;
  readonly effect: Extract<Effect, { kind: 'manual_update' }>;
  /** The request that caused it, as in the log lines. */
  readonly requestId: string;
}

/** Data that the payments of one batch share, and rows that are written beside them. */
export interface Shared {
  /** By message key; customers of the batch itself are added while it runs. */
  readonly customers: Map<string, CustomerRecord>;
  readonly paymentMethods: BatchPaymentMethods;
  readonly mandates: BatchMandates;
  /** The cards of guarded merchants that their blocklists block. */
  readonly blockedCards: BlockedCards;
  readonly manualUpdates: ManualUpdate[];
  readonly incidents: { readonly payment: Payment; readonly attemptId: string; readonly kind: Incident }[];
}

export const nothingShared = (): Shared => ({
  customers: new Map(),
  paymentMethods: new BatchPaymentMethods(),
  mandates: new BatchMandates(),
  blockedCards: new BlockedCards(),
  manualUpdates: [],
  incidents: [],
});

/** What a message of this service may name besides its own payment. */
interface Naming {
  readonly merchantId: MerchantId;
  readonly fields?: Pick<PaymentFields, 'recurring'> & { readonly customerId?: CustomerId | null };
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

/**
 * Queries the database only where a message of the batch names a customer or a saved payment method, or confirms a
 * payment of a merchant whose blocklist applies.
 */
export async function loadShared(
  sql: Sql,
  batch: readonly Incoming[],
  guard: BlocklistGuard = noGuard,
): Promise<Shared> {
  const naming = batch.map(({ data }) => data as Naming);
  const [merchants, customerIds] = keysOf(naming, ({ fields }) => fields?.customerId);
  const isRecurring = naming.some(({ fields }) => fields?.recurring);
  const shared = {
    ...nothingShared(),
    ...(isRecurring && (await loadRecurring(sql, naming))),
    ...(customerIds.length > 0 && { customers: await findCustomerRecords(sql, merchants, customerIds) }),
  };
  const guarded = guardedMerchants(batch, guard);
  if (guarded.size === 0) return shared;
  const { loading } = guard;
  return {
    ...shared,
    blockedCards: await loadBlockedCards(sql, batch, { merchants: guarded, loading }, shared.paymentMethods),
  };
}

async function loadRecurring(
  sql: Sql,
  naming: readonly Naming[],
): Promise<Pick<Shared, 'mandates' | 'paymentMethods'>> {
  const mandates = await lockMandates(sql, ...keysOf(naming, mandateIdOf));
  const [merchants, ids] = keysOf(naming, paymentMethodIdOf);
  const paymentMethods = await findPaymentMethods(
    sql,
    [...merchants, ...mandates.map(({ merchantId }) => merchantId)],
    [...ids, ...mandates.map(({ paymentMethodId }) => paymentMethodId)],
  );
  return { mandates: new BatchMandates(mandates), paymentMethods: new BatchPaymentMethods(paymentMethods) };
}

/** The writes that payments leave in what they share. */
export const sharedWrites = ({ paymentMethods, mandates }: Shared): readonly Statement[] => [
  ...paymentMethodWrites(paymentMethods),
  ...mandateWrites(mandates),
];
