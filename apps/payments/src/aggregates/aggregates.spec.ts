import { rowParts } from '../../test/builders';
import { keyOfKind } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { keyOf, Secret } from '@payorch/kernel';
import { PaymentTokens } from '../payment-methods/domain/payment-tokens';
import type { Sql } from '@payorch/platform/postgres';
import type { AggregateStore } from '@payorch/platform/shell';
import { nothingShared } from '../payments/persistence/shared/shared';
import { Aggregates } from './aggregates';

const merchant = 'acme_1' as MerchantId;
const payment = keyOf(merchant, 'pay_1');
const customer = keyOfKind('customers', merchant, 'pay_1');

/** A store whose states and statements have its name. */
const named = (name: string): AggregateStore<unknown, unknown> => ({
  load: (_sql, keys) => Promise.resolve(new Map(keys.map((key) => [key, `${name} ${key}`]))),
  writes: (changes) => [{ text: name, params: changes.map(({ key }) => key) }],
});
const stores = {
  payments: named('payments'),
  customers: named('customers'),
  payment_methods: named('payment_methods'),
  mandates: named('mandates'),
  blocklist: named('blocklist'),
  blocklist_chunks: named('blocklist_chunks'),
  relays: named('relays'),
  authentications: named('authentications'),
  disputes: named('disputes'),
};
const aggregates = new Aggregates(stores, {
  ...rowParts,
  isGuarded: () => false,
  tokens: new PaymentTokens([new Secret('00'.repeat(32))]),
});
const change = (key: string) => ({ key, before: undefined, after: {}, partition: 0 });

describe('the aggregates of a batch', () => {
  it('are loaded by the store of their kind', async () => {
    const loaded = await aggregates.load({} as Sql, [customer, payment], 'writing');
    expect(Object.fromEntries(loaded)).toEqual({
      [payment]: `payments ${payment}`,
      [customer]: `customers ${customer}`,
    });
  });

  it('are written by the store of their kind, a customer before the payments that name it', () => {
    expect(aggregates.writes([change(payment), change(customer)], nothingShared())).toEqual([
      { text: 'customers', params: [customer] },
      { text: 'payments', params: [payment] },
    ]);
  });

  it('of one kind cost no statement for another', () => {
    expect(aggregates.writes([change(payment)], nothingShared())).toHaveLength(1);
  });
});
