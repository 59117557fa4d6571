import type { ConnectorAccountSettings, PaymentMethodsEnabled, RouteFilter } from '@payorch/contracts';
import { routeFilter } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { aPayment, anAccount, anActive, aRouteContext, aRoutingChoice, named } from '../../../test/builders';
import type { RoutedPayment } from '../routed-payment';
import { chooseRoute } from './choose-route';

const credit = (limits: Partial<NonNullable<PaymentMethodsEnabled[number]['payment_method_types']>[number]>) => ({
  paymentMethodsEnabled: [
    { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit', ...limits }] },
  ],
});
const only = (value: string) => ({ type: 'enable_only', list: [value] });
const debit = { paymentMethod: 'bank_debit', cardNetwork: null };
const setUp = { mandate: 'set_up' } as const;
const charge = { mandate: 'charge' } as const;

type Row = [
  filter: RouteFilter,
  what: string,
  account: Partial<ConnectorAccountSettings>,
  payment?: Partial<RoutedPayment>,
];

const rows: Row[] = [
  ['disabled', 'an account that is switched off', { disabled: true }],
  [
    'payment_method',
    'an account that enables other methods',
    { paymentMethodsEnabled: [{ payment_method: 'wallet' }] },
  ],
  ['payment_method', 'a connector that lacks the method', {}, debit],
  ['payment_method', 'a connector that does not exist any more', { connector: 'gone' }],
  ['payment_method', 'an account that takes no payments', { connectorType: 'payout_processor' }],
  ['payment_method_type', 'an account that enables other types', credit({ payment_method_type: 'debit' })],
  [
    'payment_method_type',
    'a connector that lacks the type',
    { connector: 'debits' },
    { ...debit, paymentMethodType: 'becs' },
  ],
  ['currency', 'an account of other currencies', credit({ accepted_currencies: only('EUR') })],
  ['currency', 'a connector of other currencies', { connector: 'euro_only' }],
  ['country', 'an account of other countries', credit({ accepted_countries: only('FR') })],
  ['country', 'a connector of other countries', { connector: 'debits' }, { ...debit, paymentMethodType: 'ach' }],
  ['amount', 'an amount below the minimum', credit({ minimum_amount: 6541 })],
  ['amount', 'an amount above the maximum', credit({ maximum_amount: 6539 })],
  ['card_network', 'an account of other networks', credit({ card_networks: ['Mastercard'] })],
  ['card_network', 'a connector of other networks', {}, { cardNetwork: 'RuPay' }],
  [
    'recurring',
    'an account without recurring payments',
    { connector: 'stores_cards', ...credit({ recurring_enabled: false }) },
    setUp,
  ],
  ['recurring', 'a connector that saves nothing', {}, setUp],
  ['recurring', 'a connector that charges no saved payment method', {}, charge],
  [
    'recurring',
    'a connector that charges no card by its number alone',
    { connector: 'stores_cards' },
    { ...charge, byLimitedCard: true },
  ],
  [
    'network_transaction_id',
    'a connector that takes none',
    { connector: 'stores_cards' },
    { ...charge, byNetworkTransactionId: true },
  ],
  [
    'network_transaction_id',
    'a connector that carries no chain of payments',
    { connector: 'takes_network_ids' },
    { ...charge, byNetworkTransactionId: true, byTransactionLink: true },
  ],
  [
    'decrypted_token',
    'a connector that takes payloads of wallets alone',
    { connector: 'wallet_payloads' },
    { paymentMethod: 'wallet', paymentMethodType: 'google_pay', cardNetwork: null, byWalletToken: true },
  ],
  ['authentication', 'a connector that carries no proof', {}, { isAuthenticated: true }],
  ['split', 'a connector that splits nothing', {}, { splitAt: 'stripe' }],
  ['split', 'a connector that splits otherwise', { connector: 'splits' }, { splitAt: 'adyen' }],
  ['partial_authorization', 'a connector that authorizes the total alone', {}, { partial: true }],
  ['installments', 'a connector that charges at once', {}, { installments: true, money: money(6540n, 'BRL') }],
  ['installments', 'another currency of the plans', { connector: 'charges_in_installments' }, { installments: true }],
  ['capture_method', 'a connector without it', {}, { captureMethod: 'manual_multiple' }],
];

const algorithm = (connector: string, id = 1) => ({
  inForce: aRoutingChoice({ active: anActive('single', named(connector, id)) }),
});

describe('a filter of an account', () => {
  it.each<Row>(rows)('%s: %s', (filter, _, given, payment = {}) => {
    const account = anAccount(1, given);
    const route = chooseRoute(aPayment(payment), aRouteContext([account], algorithm(account.connector)));
    expect(route).toMatchObject({
      kind: 'none',
      decision: { candidates: [{ merchantConnectorId: 'mca_1', connector: account.connector, filter }] },
    });
  });

  it.each([
    ['deleted', false],
    ['other_profile', true],
  ])('%s: the profile of the algorithm does not have it', (filter, isElsewhere) => {
    const context = { ...algorithm('adyen_test', 8), isElsewhere: () => isElsewhere };
    expect(chooseRoute(aPayment(), aRouteContext([anAccount(1)], context))).toMatchObject({
      chosen: { merchantConnectorId: 'mca_1' },
      decision: {
        source: 'active',
        fellBack: true,
        candidates: [{ merchantConnectorId: 'mca_8', connector: 'adyen_test', filter }, { filter: null }],
      },
    });
  });

  it('is tested for every filter that there is', () =>
    expect(new Set(rows.map(([filter]) => filter).concat('deleted', 'other_profile'))).toEqual(
      new Set(routeFilter.options),
    ));

  it('is of the account itself, not of another account of the same processor', () => {
    const accounts = [anAccount(1, credit({ maximum_amount: 100 })), anAccount(2, credit({ maximum_amount: 10_000 }))];
    expect(chooseRoute(aPayment(), aRouteContext(accounts))).toMatchObject({
      chosen: { merchantConnectorId: 'mca_2' },
      fallbacks: [],
      decision: { candidates: [{ filter: 'amount' }, { filter: null }] },
    });
  });
});
