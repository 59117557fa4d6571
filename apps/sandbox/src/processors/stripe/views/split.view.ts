import { platformAccount } from '../account';
import { feeOf, returnedOf, transferOf } from '../decide/split';
import type { Charge, Refund } from '../objects/records';

/** A charge has one fee and one transfer at most, so their ids follow from its own. */
export const feeIdOf = ({ id }: Charge): string => id.replace('ch_', 'fee_');
export const transferIdOf = ({ id }: Charge): string => id.replace('ch_', 'tr_');
export const chargeIdOf = (id: string): string => id.replace(/^(fee|tr)_/, 'ch_');

const emptyList = (url: string) => ({ object: 'list', data: [], has_more: false, url });

/** The fee that the platform earns; undefined for a charge without one. */
export function feeView(charge: Charge, refunds: readonly Refund[]) {
  const amount = feeOf(charge);
  if (amount === 0) return undefined;
  const refunded = returnedOf('feeRefunded', refunds);
  const id = feeIdOf(charge);
  return {
    id,
    object: 'application_fee',
    account: charge.account === platformAccount ? charge.split?.destination : charge.account,
    amount,
    amount_refunded: refunded,
    application: 'ca_sandbox',
    balance_transaction: id.replace('fee_', 'txn_fee_'),
    charge: charge.id,
    created: charge.created,
    currency: charge.currency,
    fee_source: null,
    livemode: false,
    originating_transaction: null,
    refunded: refunded === amount,
    refunds: emptyList(`/v1/application_fees/${id}/refunds`),
  };
}

/** The transfer of a destination charge; undefined for a charge without one. */
export function transferView(charge: Charge, refunds: readonly Refund[]) {
  const amount = transferOf(charge);
  if (amount === 0) return undefined;
  const reversed = returnedOf('transferReversed', refunds);
  const id = transferIdOf(charge);
  return {
    id,
    object: 'transfer',
    amount,
    amount_reversed: reversed,
    balance_transaction: id.replace('tr_', 'txn_tr_'),
    created: charge.created,
    currency: charge.currency,
    description: null,
    destination: charge.split?.destination,
    destination_payment: id.replace('tr_', 'py_'),
    livemode: false,
    metadata: {},
    reversals: emptyList(`/v1/transfers/${id}/reversals`),
    reversed: reversed === amount,
    source_transaction: charge.id,
    source_type: 'card',
    transfer_group: charge.transferGroup,
  };
}
