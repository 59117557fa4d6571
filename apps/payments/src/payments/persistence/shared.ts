import type { CustomerId, MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import { aggregateKindOf, type AggregateKind, customerDelete, type PaymentFields } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';
import { BlockedCards } from '../../blocklist/persistence/blocked-cards';
import type { CustomerRecord } from '../../customers/domain/customer';
import type { BatchCustomers } from '../../customers/messages/customer-decisions';
import { redactionDue } from '../../customers/messages/jobs';
import { findCustomerRecords } from '../../customers/persistence/customer-records';
import { guardedMerchants, type IsGuarded, loadBlockedCards } from './guarded-cards';
import type { Mandate } from '../../mandates/domain/mandate';
import { findActiveMandates } from '../../mandates/persistence/customers-mandates';
import { BatchMandates, lockMandates, mandateWrites } from '../../mandates/persistence/mandates';
import {
  BatchPaymentMethods,
  findPaymentMethods,
  paymentMethodWrites,
} from '../../payment-methods/persistence/payment-methods';
import type { Effect, Incident } from '../domain/decision';
import type { Payment } from '../domain/payment';
import { findRedactionPages, type DueRedaction } from './redaction-pages';

/** An operator's change of an attempt, with the payment after it. */
export interface ManualUpdate {
  readonly payment: Payment;
  readonly effect: Extract<Effect, { kind: 'manual_update' }>;
  /** The request that caused it, as in the log lines. */
  readonly requestId: string;
}

/** Data that the payments of one batch share, and rows that are written beside them. */
export interface Shared extends BatchCustomers {
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
  hasActiveMandate: () => false,
  redactionPages: new Map(),
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

type Loading = Promise<ReadonlyMap<string, unknown>>;

/** What the shared data of a batch depends on besides its messages. */
export interface SharedContext {
  /** The aggregates of the batch; absent for a batch that writes nothing: then no mandate is locked and no card is looked up. */
  readonly loading?: Loading;
  /** Whether the merchant's blocklist applies. */
  readonly isGuarded?: IsGuarded;
}

/**
 * Queries the database only where a message of the batch names a customer, a mandate or a saved payment method, or confirms a
 * payment of a merchant whose blocklist applies.
 */
export async function loadShared(
  sql: Sql,
  batch: readonly Incoming[],
  { loading, isGuarded = () => false }: SharedContext = {},
): Promise<Shared> {
  const naming = batch.map(({ data }) => data as Naming);
  const [merchants, customerIds] = keysOf(naming, ({ fields }) => fields?.customerId);
  const [customers, recurring] = await Promise.all([
    customerIds.length > 0 ? findCustomerRecords(sql, merchants, customerIds) : new Map<string, CustomerRecord>(),
    loading && loadRecurring(sql, naming, loading),
  ]);
  const named = { ...nothingShared(), ...recurring, customers };
  const shared = { ...named, ...(await loadDeletions(sql, batch, named.mandates)) };
  const guarded = guardedMerchants(batch, isGuarded);
  if (!loading || guarded.size === 0) return shared;
  const blockedCards = await loadBlockedCards(sql, batch, { merchants: guarded, loading }, shared.paymentMethods);
  return { ...shared, blockedCards };
}

/** The mandate of a payment whose outcome may still change it. */
const openMandateOf = ({ recurring, saved }: Payment): string | null =>
  (recurring && recurring.reserved !== null ? recurring.mandateId : saved?.mandateId) ?? null;

/** The mandates of a batch: those that its commands are about, those that its messages name, and those of its payments. */
async function loadMandates(sql: Sql, naming: readonly Naming[], loading: Loading): Promise<readonly Mandate[]> {
  const states = await loading;
  const ofKind = (kind: AggregateKind) =>
    [...states].flatMap(([key, state]) => (aggregateKindOf(key) === kind ? [state] : []));
  const locked = ofKind('mandates') as Mandate[];
  const known = new Set(locked.map(({ merchantId, mandateId }) => keyOf(merchantId, mandateId)));
  const [merchants, ids] = keysOf(naming, mandateIdOf);
  const ofPayments = (ofKind('payments') as Payment[]).flatMap((payment) => {
    const id = openMandateOf(payment);
    return id === null ? [] : [[payment.merchantId, id] as const];
  });
  const named = [...ids.map((id, place) => [merchants[place]!, id] as const), ...ofPayments];
  const others = named.filter(([merchant, id]) => !known.has(keyOf(merchant as MerchantId, id)));
  if (others.length === 0) return locked;
  const [ofMerchants, otherIds] = [others.map(([merchant]) => merchant), others.map(([, id]) => id)];
  return [...locked, ...(await lockMandates(sql, ofMerchants, otherIds))];
}

const dataOf = <Data>(batch: readonly Incoming[], { type }: { readonly type: string }): readonly Data[] =>
  batch.filter(({ message }) => message.type === type).map(({ data }) => data as Data);

/** Queries the database only where the batch deletes a customer, or erases the payments of a deleted one. */
async function loadDeletions(
  sql: Sql,
  batch: readonly Incoming[],
  mandates: BatchMandates,
): Promise<Partial<Pick<Shared, 'hasActiveMandate' | 'redactionPages'>>> {
  const deletions = dataOf<{ merchantId: MerchantId; customerId: CustomerId }>(batch, customerDelete);
  const due = dataOf<DueRedaction>(batch, redactionDue);
  const merchants = deletions.map(({ merchantId }) => merchantId);
  const customerIds = deletions.map(({ customerId }) => customerId);
  const active = deletions.length > 0 ? await findActiveMandates(sql, merchants, customerIds) : undefined;
  return {
    ...(active && {
      hasActiveMandate: (merchantId, customerId) =>
        mandates.isAnyActive(merchantId, customerId, active.get(keyOf(merchantId, customerId)) ?? []),
    }),
    ...(due.length > 0 && { redactionPages: await findRedactionPages(sql, due) }),
  };
}

async function loadRecurring(
  sql: Sql,
  naming: readonly Naming[],
  loading: Loading,
): Promise<Pick<Shared, 'mandates' | 'paymentMethods'> | undefined> {
  const [merchants, ids] = keysOf(naming, paymentMethodIdOf);
  const mandates = await loadMandates(sql, naming, loading);
  if (mandates.length + ids.length === 0) return undefined;
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
