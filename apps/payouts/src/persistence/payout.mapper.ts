import { payoutFields } from '@payorch/contracts';
import type { Currency, MerchantId, PayoutId } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { resourceColumns, resourceFields } from '@payorch/platform/resources';
import { type RowPlace, type RowSeals, SealedColumn } from '@payorch/platform/sealing';
import { z } from 'zod';
import { attemptOf, type Payout } from '../domain/payout';
import type { PayoutState } from '../domain/payout.machine';
import type { PayoutRow } from './payout.rows';

/** The number of the destination is a seal of its own: a worker opens it. */
export const payoutBody = new SealedColumn('payouts.body', [
  ...['clientSecret', 'fields.description', 'fields.metadata', 'fields.customer', 'fields.billing'],
  ...['destination.shown', 'destination.card.holderName', 'link.link', 'link.config'],
]);

/** Amount and currency are columns. */
const storedFields = payoutFields.omit({ money: true });

interface Body extends Pick<
  Payout,
  | 'clientSecret'
  | 'destination'
  | 'payoutMethodId'
  | 'link'
  | 'endedAttempts'
  | 'incidents'
  | 'isRedacted'
  | 'syncCount'
  | 'pendingReplies'
  | 'facts'
> {
  readonly fields: z.input<typeof storedFields>;
}

const bodyOf = (payout: Payout): Body => {
  const { money: _, ...fields } = payout.fields;
  return {
    clientSecret: payout.clientSecret,
    fields: z.encode(storedFields, fields),
    destination: payout.destination,
    payoutMethodId: payout.payoutMethodId,
    link: payout.link,
    endedAttempts: payout.endedAttempts,
    incidents: payout.incidents,
    isRedacted: payout.isRedacted,
    syncCount: payout.syncCount,
    pendingReplies: payout.pendingReplies,
    facts: payout.facts,
  };
};

const placeOf = ({ merchantId, payoutId }: Pick<Payout, 'merchantId' | 'payoutId'>): RowPlace => ({
  merchantId,
  objectId: payoutId,
});

/** Columns are for searches and constraints; the body has the fields that are only read with the payout. */
export function payoutToRow(seals: RowSeals, payout: Payout): WrittenRow<PayoutRow> {
  const { fields } = payout;
  const attempt = attemptOf(payout);
  return {
    ...resourceColumns(payout),
    merchant_id: payout.merchantId,
    payout_id: payout.payoutId,
    partition: payout.partition,
    amount: minorUnitsToJson(fields.money.amount),
    currency: fields.money.currency,
    customer_id: fields.customerId,
    merchant_order_reference_id: fields.merchantOrderReferenceId,
    payout_type: fields.payoutType,
    entity_type: fields.entityType,
    connector: attempt?.account?.connector ?? null,
    merchant_connector_id: attempt?.account?.merchantConnectorId ?? null,
    connector_payout_id: attempt?.reference ?? null,
    body: payoutBody.write(seals, bodyOf(payout), placeOf(payout)),
  };
}

const unnamed = { name: null, email: null, phone: null, phoneCountryCode: null };

export function payoutFromRow(seals: RowSeals, row: StoredRow<PayoutRow>): Payout {
  const place = { merchantId: row.merchant_id, objectId: row.payout_id };
  const { fields, destination, link, ...body } = payoutBody.read(seals, row.body, place) as Body;
  const { amount, currency } = row;
  // A sealed field that was null is absent in the column.
  const whole = {
    ...fields,
    description: fields.description ?? null,
    metadata: fields.metadata ?? null,
    customer: fields.customer ?? unnamed,
    billing: fields.billing ?? null,
  };
  return {
    ...body,
    ...resourceFields<PayoutState>(row),
    fields: {
      ...z.decode(storedFields, whole),
      money: { amount: minorUnitsFromColumn(amount), currency: currency as Currency },
    },
    destination: destination && {
      ...destination,
      card: destination.card && { ...destination.card, holderName: destination.card.holderName ?? null },
    },
    link,
    merchantId: row.merchant_id as MerchantId,
    payoutId: row.payout_id as PayoutId,
    partition: row.partition,
  } as Payout;
}
