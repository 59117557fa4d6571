import type { PaymentFields } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';
import { BlockedCards } from '../../../blocklist/persistence/blocked-cards';
import type { CustomerRecord } from '../../../customers/domain/customer';
import { type CustomerOwners, ownCustomers } from '../../../customers/domain/customer-owners';
import type { BatchCustomers } from '../../../customers/domain/batch-customers';
import { findCustomerRecords } from '../../../customers/persistence/customer-records';
import { loadSharedDisputes, type SharedDisputes } from '../../../disputes/persistence/shared-disputes';
import type { Mandate } from '../../../mandates/domain/mandate';
import type { MandateRows } from '../../../mandates/persistence/mandate.store';
import { BatchMandates, mandateWrites } from '../../../mandates/persistence/mandates';
import type { PaymentMethod } from '../../../payment-methods/domain/payment-method';
import type { PaymentTokens } from '../../../payment-methods/domain/payment-tokens';
import { findByCards, findByTokens } from '../../../payment-methods/persistence/named-payment-methods';
import {
  BatchPaymentMethods,
  findPaymentMethods,
  nothingNamed,
  paymentMethodWrites,
} from '../../../payment-methods/persistence/payment-methods';
import type { Effect, Incident } from '../../domain/decision';
import { updatedMandateIn } from '../../domain/terms/terms';
import type { Payment } from '../../domain/payment';
import { guardedMerchants, type IsGuarded, loadBlockedCards } from './guarded-cards';
import { cardsNamedIn, type NamingPaymentMethod, tokensNamedIn } from './naming';
import { loadOpenMandates } from './open-mandates';
import { loadReportedMandates } from './shared-mandate-reports';
import { loadDeletions } from './shared-deletions';

/** An operator's change of an attempt, with the payment after it. */
export interface ManualUpdate {
  readonly payment: Payment;
  readonly effect: Extract<Effect, { kind: 'manual_update' }>;
  /** The request that caused it, as in the log lines. */
  readonly requestId: string;
}

/** Data that the payments of one batch share, and rows that are written beside them. */
export interface Shared extends BatchCustomers, SharedDisputes {
  /** By message key; customers of the batch itself are added while it runs. */
  readonly customers: Map<string, CustomerRecord>;
  readonly paymentMethods: BatchPaymentMethods;
  readonly mandates: BatchMandates;
  /** The mandates of the payment methods that processors reported in this batch, by `reportKey`. */
  readonly reportedMandates: ReadonlyMap<string, readonly string[]>;
  /** The cards of guarded merchants that their blocklists block. */
  readonly blockedCards: BlockedCards;
  readonly manualUpdates: ManualUpdate[];
  readonly incidents: { readonly payment: Payment; readonly attemptId: string; readonly kind: Incident }[];
}

export const nothingShared = (owners: CustomerOwners = ownCustomers): Shared => ({
  customersOf: owners.customersOf,
  accountsSharing: owners.accountsSharing,
  customers: new Map(),
  paymentMethods: new BatchPaymentMethods(),
  mandates: new BatchMandates(),
  reportedMandates: new Map(),
  blockedCards: new BlockedCards(),
  manualUpdates: [],
  incidents: [],
  hasActiveMandate: () => false,
  redactionPages: new Map(),
  returned: new Map(),
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
  fields?.recurring?.kind === 'mandate' ? fields.recurring.mandateId : updatedMandateIn(fields?.details);
const paymentMethodIdOf = ({ fields }: Naming) =>
  fields?.recurring?.kind === 'payment_method' ? fields.recurring.paymentMethodId : undefined;

type Loading = Promise<ReadonlyMap<string, unknown>>;

/** What this service knows besides its messages and its database. */
export interface SharingParts {
  readonly seals: RowSeals;
  readonly mandateRows: MandateRows;
  readonly tokens: PaymentTokens;
  readonly owners: CustomerOwners;
  /** Whether the merchant's blocklist applies. */
  readonly isGuarded: IsGuarded;
}

/** What a batch that writes is read with. */
type Readable = { readonly loading: Loading } & Omit<SharingParts, 'isGuarded' | 'owners'>;

export interface SharedContext extends SharingParts {
  /** The aggregates of the batch; absent for a batch that writes nothing: then no mandate is locked and no card is looked up. */
  readonly loading?: Loading;
}

/**
 * Queries the database only where a message of the batch names a customer, a mandate or a saved payment method, or confirms a
 * payment of a merchant whose blocklist applies.
 */
export async function loadShared(
  sql: Sql,
  batch: readonly Incoming[],
  { loading, isGuarded, owners, ...parts }: SharedContext,
): Promise<Shared> {
  const naming = batch.map(({ data }) => data as Naming);
  const [merchants, customerIds] = keysOf(naming, ({ fields }) => fields?.customerId);
  const customersOf = merchants.map((merchant) => owners.customersOf(merchant as MerchantId));
  const [customers, named] = await Promise.all([
    customerIds.length > 0
      ? findCustomerRecords(sql, parts.seals, customersOf, customerIds)
      : new Map<string, CustomerRecord>(),
    loading && loadPaymentMethods(sql, naming, { loading, ...parts }),
  ]);
  const known = { ...nothingShared(owners), ...named, customers };
  const shared = {
    ...known,
    ...(await loadDeletions(sql, batch, known)),
    ...(await loadReportedMandates(sql, batch)),
    ...(await loadSharedDisputes(sql, batch, loading)),
  };
  const guarded = guardedMerchants(batch, isGuarded);
  if (!loading || guarded.size === 0) return shared;
  const blockedCards = await loadBlockedCards(sql, batch, { merchants: guarded, loading }, shared.paymentMethods);
  return { ...shared, blockedCards };
}

async function loadPaymentMethods(
  sql: Sql,
  naming: readonly Naming[],
  { loading, seals, tokens, mandateRows }: Readable,
): Promise<Pick<Shared, 'mandates' | 'paymentMethods'>> {
  const ofTokens = tokensNamedIn(naming, tokens, new Date());
  const cards = cardsNamedIn(naming);
  const [{ mandates, paymentMethods }, byToken, byCard] = await Promise.all([
    loadRecurring(sql, naming, { loading, seals, mandateRows }),
    ofTokens.length > 0 ? findByTokens(sql, seals, ofTokens, tokens) : nothingNamed.byToken,
    cards.length > 0 ? findByCards(sql, seals, cards) : nothingNamed.byCard,
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

async function loadRecurring(
  sql: Sql,
  naming: readonly Naming[],
  { loading, seals, mandateRows }: Omit<Readable, 'tokens'>,
): Promise<Recurring> {
  const [merchants, ids] = keysOf(naming, paymentMethodIdOf);
  const mandates = await loadOpenMandates(sql, mandateRows, keysOf(naming, mandateIdOf), loading);
  if (mandates.length + ids.length === 0) return { mandates, paymentMethods: [] };
  const paymentMethods = await findPaymentMethods(
    sql,
    seals,
    [...merchants, ...mandates.map(({ merchantId }) => merchantId)],
    [...ids, ...mandates.map(({ paymentMethodId }) => paymentMethodId)],
  );
  return { mandates, paymentMethods };
}

/** The writes that payments leave in what they share. */
export const sharedWrites = (
  { seals, mandateRows }: Pick<SharingParts, 'seals' | 'mandateRows'>,
  { paymentMethods, mandates }: Shared,
): readonly Statement[] => [...paymentMethodWrites(seals, paymentMethods), ...mandateWrites(mandateRows, mandates)];
