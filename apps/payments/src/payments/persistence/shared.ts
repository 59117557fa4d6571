import { keyOf } from '@payorch/kernel';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { customerDelete, type PaymentFields } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';
import type { CustomerRecord } from '../../customers/domain/customer';
import type { BatchCustomers } from '../../customers/messages/customer-decisions';
import { redactionDue } from '../../customers/messages/jobs';
import { findCustomerRecords } from '../../customers/persistence/customer-records';
import { findActiveMandates } from '../../mandates/persistence/customers-mandates';
import { BatchMandates, lockMandates, mandateWrites } from '../../mandates/persistence/mandates';
import {
  BatchPaymentMethods,
  findPaymentMethods,
  paymentMethodWrites,
} from '../../payment-methods/persistence/payment-methods';
import type { Incident } from '../domain/decision';
import type { Payment } from '../domain/payment';
import { findRedactionPages, type DueRedaction } from './redaction-pages';

/** Data that the payments of one batch share, and rows that are written beside them. */
export interface Shared extends BatchCustomers {
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

/** Queries the database only where a message of the batch names a customer or a saved payment method. */
export async function loadShared(sql: Sql, batch: readonly Incoming[]): Promise<Shared> {
  const naming = batch.map(({ data }) => data as Naming);
  const [merchants, customerIds] = keysOf(naming, ({ fields }) => fields?.customerId);
  const isRecurring = naming.some(({ fields }) => fields?.recurring);
  const shared = {
    ...nothingShared(),
    ...(isRecurring && (await loadRecurring(sql, naming))),
    ...(customerIds.length > 0 && { customers: await findCustomerRecords(sql, merchants, customerIds) }),
  };
  return { ...shared, ...(await loadDeletions(sql, batch, shared.mandates)) };
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
