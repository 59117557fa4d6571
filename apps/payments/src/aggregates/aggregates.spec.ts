import { rowParts } from '../../test/builders';
import { keyOfKind } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { keyOf, Secret } from '@payorch/kernel';
import { PaymentTokens } from '../payment-methods/domain/payment-tokens';
import type { Incoming } from '@payorch/platform/kafka';
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

describe('the merchants whose rows a batch sees', () => {
  const [platform, shop, other] = ['mall', 'shop', 'shop_other'].map((id) => id as MerchantId) as [
    MerchantId,
    MerchantId,
    MerchantId,
  ];
  const owners = {
    customersOf: (merchantId: MerchantId) => (merchantId === merchant ? merchant : platform),
    accountsSharing: (merchantId: MerchantId) => (merchantId === platform ? [shop, other] : []),
  };
  const sharing = new Aggregates(stores, {
    ...rowParts,
    owners,
    isGuarded: () => false,
    tokens: new PaymentTokens([new Secret('00'.repeat(32))]),
  });
  const message = (merchantId: MerchantId, key: string) => ({ data: { merchantId }, key }) as Incoming;

  it.each<[string, Incoming[], readonly MerchantId[]]>([
    ['a payment of a merchant', [message(merchant, keyOf(merchant, 'pay_1'))], [merchant]],
    ['a payment of a connected account', [message(shop, keyOf(shop, 'pay_1'))], [shop, platform]],
    ['a customer of a merchant', [message(merchant, keyOfKind('customers', merchant, 'cus_1'))], [merchant]],
    ['a shared customer', [message(platform, keyOfKind('customers', platform, 'cus_1'))], [platform, shop, other]],
    [
      'several of them',
      [message(shop, keyOf(shop, 'pay_1')), message(merchant, keyOf(merchant, 'pay_1'))],
      [shop, platform, merchant],
    ],
  ])('are for %s its own and those that share its customers', (_, batch, merchants) =>
    expect(sharing.merchantsOf(batch)).toEqual(merchants),
  );
});
