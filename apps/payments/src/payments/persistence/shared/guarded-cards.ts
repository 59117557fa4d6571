import { aggregateKindOf, paymentConfirm, paymentCreate, paymentUpdate, type PaymentFields } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { type BlockedCards, findBlockedCards, type GuardedCard } from '../../../blocklist/persistence/blocked-cards';
import type { Method } from '../../../payment-methods/domain/method';
import type { BatchPaymentMethods } from '../../../payment-methods/persistence/payment-methods';
import type { Payment } from '../../domain/payment';
import { activeAttempt } from '../../domain/payment';

/** Whether the blocklist of a merchant applies. */
export type IsGuarded = (merchantId: MerchantId) => boolean;

interface MayConfirm {
  readonly merchantId: MerchantId;
  readonly confirm?: boolean | null;
  readonly fields?: Pick<PaymentFields, 'card'>;
}

function confirms({ message, data }: Incoming): boolean {
  if (message.type === paymentConfirm.type) return true;
  const mayConfirm = message.type === paymentCreate.type || message.type === paymentUpdate.type;
  return mayConfirm && (data as MayConfirm).confirm === true;
}

/** The merchants whose blocklists apply and whose payments the batch confirms. */
export function guardedMerchants(batch: readonly Incoming[], isGuarded: IsGuarded): ReadonlySet<MerchantId> {
  const guarded = batch.filter(({ data }) => isGuarded((data as MayConfirm).merchantId));
  return new Set(guarded.filter(confirms).map(({ data }) => (data as MayConfirm).merchantId));
}

/**
 * Looks up every card of these merchants that the batch may confirm: those of its messages, of its payments, and of the
 * saved payment methods that it has loaded. A message of the batch may confirm with the card of an earlier one.
 */
export async function loadBlockedCards(
  sql: Sql,
  batch: readonly Incoming[],
  {
    merchants,
    loading,
  }: {
    readonly merchants: ReadonlySet<MerchantId>;
    /** The aggregates of the batch by message key. */
    readonly loading: Promise<ReadonlyMap<string, unknown>>;
  },
  paymentMethods: BatchPaymentMethods,
): Promise<BlockedCards> {
  const payments = [...(await loading)].flatMap(([key, state]) =>
    aggregateKindOf(key) === 'payments' ? [state as Payment] : [],
  );
  const cards: readonly (GuardedCard | undefined)[] = [
    ...batch.map(({ data }) => sentCard(data as MayConfirm)),
    ...payments.map((payment) => cardOf(payment.merchantId, activeAttempt(payment).method)),
    ...paymentMethods.all.map(({ merchantId, method }) => cardOf(merchantId, method)),
  ];
  const guarded = cards.filter((card) => card !== undefined).filter(({ merchantId }) => merchants.has(merchantId));
  return findBlockedCards(sql, merchants, guarded);
}

const sentCard = ({ merchantId, fields }: MayConfirm): GuardedCard | undefined =>
  fields?.card && { merchantId, card: fields.card };

const cardOf = (merchantId: MerchantId, method: Method | null): GuardedCard | undefined =>
  method?.card ? { merchantId, card: method.card } : undefined;
