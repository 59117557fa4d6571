import type { ConnectorAccountSettings, PaymentMethodsEnabled, StraightThrough } from '@payorch/contracts';
import { enables } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aPayment,
  aRouteRequest,
  anAccount,
  requestsAccounts,
  requestsConnectors,
  connectorNames,
  capabilitiesOf,
} from '../../../test/builders';
import { routedPaymentOf } from '../routed-payment';
import type { RouteRequest } from '../routed-payment';
import { chooseRoute } from './choose-route';

const ids = (route: ReturnType<typeof chooseRoute>) =>
  route.kind === 'routed' ? [route.chosen, ...route.fallbacks].map((ref) => ref.merchantConnectorId) : route;
const choose = (given: Parameters<typeof aPayment>[0], accounts: readonly ConnectorAccountSettings[]) =>
  ids(chooseRoute(aPayment(given), accounts, capabilitiesOf));

describe('the default order', () => {
  it('is the order that the accounts come in', () => {
    expect(choose({}, [anAccount(3), anAccount(1), anAccount(2)])).toEqual(['mca_3', 'mca_1', 'mca_2']);
  });

  it.each([
    ['a disabled account', { disabled: true }],
    ['a deleted account', { deleted: true }],
    ['an account that takes no payments', { connectorType: 'payout_processor' }],
    ['an account without the method', { paymentMethodsEnabled: [] }],
    ['an account whose connector lacks the currency', { connector: 'euro_only' }],
    ['an account of a connector that is no more', { connector: 'gone' }],
  ])('leaves out %s', (_, given) => {
    expect(choose({}, [anAccount(1, given), anAccount(2)])).toEqual(['mca_2']);
    expect(choose({}, [anAccount(1, given)])).toEqual({ kind: 'none', reason: 'no_account', connector: null });
  });

  it('has no account for a network that the connector does not take', () => {
    expect(choose({ cardNetwork: 'RuPay' }, [anAccount(1)])).toMatchObject({ reason: 'no_account' });
  });

  it('names the connector that takes all but this way of capturing', () => {
    expect(choose({ captureMethod: 'manual_multiple' }, [anAccount(1)])).toEqual({
      kind: 'none',
      reason: 'capture_method',
      connector: 'stripe_test',
    });
  });
});

describe('a method that is no card', () => {
  const debit = { paymentMethod: 'bank_debit', cardNetwork: null };
  const debits = anAccount(1, { connector: 'debits' });
  const enabled = (payment_method_type: string) =>
    anAccount(1, {
      connector: 'debits',
      paymentMethodsEnabled: [{ payment_method: 'bank_debit', payment_method_types: [{ payment_method_type }] }],
    });

  it.each([
    ['goes where it is offered', 'sepa', [anAccount(2), debits], ['mca_1']],
    ['goes nowhere in a type that is not offered', 'becs', [debits], { reason: 'no_account' }],
    ['goes where its type is enabled', 'sepa', [enabled('sepa')], ['mca_1']],
    ['goes nowhere where only another type is', 'sepa', [enabled('ach')], { reason: 'no_account' }],
  ])('%s', (_, paymentMethodType, accounts, expected) => {
    const chosen = choose({ ...debit, paymentMethodType }, accounts);
    if (Array.isArray(expected)) expect(chosen).toEqual(expected);
    else expect(chosen).toMatchObject(expected);
  });

  it('is not held where it can only be charged', () =>
    expect(choose({ ...debit, paymentMethodType: 'sepa', captureMethod: 'manual' }, [debits])).toMatchObject({
      reason: 'capture_method',
    }));
});

describe('a payment that is to be split', () => {
  const accounts = [anAccount(1), anAccount(2, { connector: 'adyen_test' }), anAccount(3)];

  it('is sent to no account that would split it', () =>
    expect(choose({ splitAt: 'stripe' }, accounts)).toEqual({
      ...{ kind: 'none', reason: 'split_not_implemented', connector: 'stripe_test' },
    }));

  it('goes unsplit where a split means nothing, and falls back to such accounts alone', () => {
    expect(choose({ splitAt: 'xendit' }, accounts)).toEqual(['mca_1', 'mca_2', 'mca_3']);
    expect(choose({ splitAt: 'adyen' }, accounts)).toEqual(['mca_1', 'mca_3']);
  });
});

describe('a method that is no card, routed by the merchant', () => {
  const debit = { paymentMethod: 'bank_debit', paymentMethodType: 'sepa', cardNetwork: null };
  const takes = anAccount(1, { connector: 'debits', paymentMethodsEnabled: null });
  const accounts = [takes, anAccount(2, { connector: 'adyen_test', paymentMethodsEnabled: null })];
  const to = (connector: string, id: number | null = null) =>
    choose({ ...debit, straightThrough: requestsAccounts('single', [connector, id]) }, accounts);

  it('to an account that cannot take it is sent to no other', () =>
    expect(to('adyen_test')).toEqual({ kind: 'none', reason: 'routing_not_implemented', connector: 'adyen_test' }));

  it('to an account that is not there is sent to no other', () =>
    expect(to('debits', 9)).toMatchObject({ reason: 'routing_not_implemented', connector: 'debits' }));

  it('to an account that takes it goes there', () => expect(to('debits')).toEqual(['mca_1']));

  it('nowhere goes by default', () => expect(choose(debit, accounts)).toEqual(['mca_1']));
});

describe('a method that the connector lacks', () => {
  const klarna = { paymentMethod: 'pay_later', paymentMethodType: 'klarna', cardNetwork: null };
  const listed = (id: number, given = {}) =>
    anAccount(id, {
      paymentMethodsEnabled: [{ payment_method: 'pay_later', payment_method_types: null }],
      ...given,
    });

  it.each<[string, readonly ConnectorAccountSettings[], string]>([
    ['is not implemented where the account lists it', [anAccount(1), listed(2)], 'not_implemented'],
    ['is not there where no account lists it', [anAccount(1)], 'no_account'],
    ['is no matter of an account that is off', [listed(1, { disabled: true })], 'no_account'],
  ])('%s', (_, accounts, reason) => {
    expect(choose(klarna, accounts)).toMatchObject({ kind: 'none', reason });
  });

  it('is not implemented by the connector that was asked for', () =>
    expect(
      choose({ ...klarna, straightThrough: requestsConnectors('adyen_test') }, [
        listed(1),
        listed(2, { connector: 'adyen_test' }),
      ]),
    ).toEqual({ kind: 'none', reason: 'not_implemented', connector: 'adyen_test' }));
});

describe('straight through', () => {
  const accounts = [anAccount(1), anAccount(2, { connector: 'adyen_test' }), anAccount(3)];

  it.each<[string, StraightThrough, unknown]>([
    [
      'takes all accounts of the connectors, in the order asked',
      requestsConnectors('adyen_test', 'stripe_test'),
      ['mca_2', 'mca_1', 'mca_3'],
    ],
    ['counts a connector named twice once', requestsConnectors('stripe_test', 'stripe_test'), ['mca_1', 'mca_3']],
    [
      'tries a priority list in its order',
      requestsAccounts('priority', ['stripe_test', 3], ['adyen_test', 2]),
      ['mca_3', 'mca_2'],
    ],
    ['falls back to nothing after a single account', requestsAccounts('single', ['stripe_test', 3]), ['mca_3']],
    [
      'takes the oldest where a single one is named by connector alone',
      requestsAccounts('single', ['stripe_test', null]),
      ['mca_1'],
    ],
    [
      'wants account and connector to fit',
      requestsAccounts('priority', ['adyen_test', 3], ['stripe_test', 3]),
      ['mca_3'],
    ],
    [
      'falls back to the default order where nothing fits',
      requestsAccounts('single', ['adyen_test', 9]),
      ['mca_1', 'mca_2', 'mca_3'],
    ],
    [
      'refuses a connector that does not exist',
      requestsConnectors('stripe_test', 'nope'),
      { kind: 'none', reason: 'unknown_connector', connector: 'nope' },
    ],
  ])('%s', (_, straightThrough, expected) => {
    expect(choose({ straightThrough }, accounts)).toEqual(expected);
  });

  it('falls back to the default order where the asked one is disabled, and says so where that is empty too', () => {
    const off = anAccount(1, { disabled: true });
    const straightThrough = requestsAccounts('single', ['stripe_test', 1]);
    expect(choose({ straightThrough }, [off, anAccount(2)])).toEqual(['mca_2']);
    expect(choose({ straightThrough }, [off])).toEqual({
      kind: 'none',
      reason: 'account_disabled',
      connector: 'stripe_test',
    });
  });

  it('explains by the connector that was asked for, not by the default one', () => {
    const route = choose({ captureMethod: 'scheduled', straightThrough: requestsConnectors('adyen_test') }, accounts);
    expect(route).toEqual({ kind: 'none', reason: 'capture_method', connector: 'adyen_test' });
  });
});

describe('what a choice reads of a request', () => {
  const operation = {
    attemptId: 'pay_1_1',
    money: money(1n, 'EUR'),
    paymentMethod: 'card',
    paymentMethodType: null,
    card: null,
    mandate: { kind: 'none' },
  };
  const request = (given: object) =>
    ({
      operation: { ...operation, billing: null },
      captureMethod: null,
      straightThrough: null,
      ...given,
    }) as RouteRequest;

  it('takes an absent capture method as automatic', () => {
    expect(routedPaymentOf(request({})).captureMethod).toBe('automatic');
  });

  it.each([
    [{ address: { country: 'FR' } }, 'FR'],
    [{ address: { country: null } }, null],
    [{ address: null }, null],
    [{ phone: {} }, null],
    [null, null],
  ])('reads the country of %j as %s', (billing, country) => {
    expect(routedPaymentOf(request({ operation: { ...operation, billing } })).country).toBe(country);
  });
});

describe('a stored method', () => {
  const keeper = (id: number, given = {}) => anAccount(id, { connector: 'keeps_cards', ...given });
  const named = requestsAccounts('single', ['keeps_cards', 2]);
  const enabled = (recurring_enabled: boolean | null) => [
    {
      payment_method: 'card',
      payment_method_types: [{ payment_method_type: 'credit', recurring_enabled, minimum_amount: 1 }],
    },
  ];

  it.each<[string, Parameters<typeof aPayment>[0], readonly ConnectorAccountSettings[], unknown]>([
    [
      'is charged at the account that keeps it',
      { mandate: 'charge', straightThrough: named },
      [keeper(1), keeper(2)],
      ['mca_2'],
    ],
    ['is charged nowhere else', { mandate: 'charge', straightThrough: named }, [keeper(1)], 'no_account'],
    [
      'is charged nowhere else, though that account is off',
      { mandate: 'charge', straightThrough: named },
      [keeper(1), keeper(2, { disabled: true })],
      'account_disabled',
    ],
    [
      'is set up where methods can be kept',
      { mandate: 'set_up', money: money(0n, 'USD') },
      [anAccount(1), keeper(2)],
      ['mca_2'],
    ],
    [
      'is set up whatever the least amount',
      { mandate: 'set_up', money: money(0n, 'USD') },
      [keeper(2, { paymentMethodsEnabled: enabled(true) })],
      ['mca_2'],
    ],
    [
      'is not set up where that is off',
      { mandate: 'set_up', money: money(0n, 'USD') },
      [keeper(2, { paymentMethodsEnabled: enabled(false) })],
      'no_account',
    ],
    [
      'takes no part where a payment is only to store it',
      { mandate: 'not_needed' },
      [anAccount(1, { paymentMethodsEnabled: enabled(false) })],
      ['mca_1'],
    ],
  ])('%s', (_, given, accounts, expected) => {
    const chosen = choose(given, accounts);
    if (Array.isArray(expected)) expect(chosen).toEqual(expected);
    else expect(chosen).toMatchObject({ kind: 'none', reason: expected });
  });

  it.each([
    [{ kind: 'none' }, 6540n, 'not_needed'],
    [{ kind: 'store', usage: 'off_session' }, 6540n, 'not_needed'],
    [{ kind: 'store', usage: 'off_session' }, 0n, 'set_up'],
    [{ kind: 'use' }, 6540n, 'charge'],
  ])('is asked of the account where the request says so: %j of %i is %s', (mandate, amount, needed) => {
    const operation = { ...aRouteRequest().operation, mandate, money: money(amount, 'USD') };
    expect(routedPaymentOf({ ...aRouteRequest(), operation } as RouteRequest).mandate).toBe(needed);
  });
});

describe('any choice', () => {
  const account = fc
    .record({
      id: fc.nat(20),
      connector: fc.constantFrom(...connectorNames, 'gone'),
      disabled: fc.boolean(),
      deleted: fc.boolean(),
      connectorType: fc.constantFrom('payment_processor', 'payout_processor'),
      paymentMethodsEnabled: fc.constantFrom<PaymentMethodsEnabled | null>(
        null,
        [],
        [{ payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit', maximum_amount: 500 }] }],
      ),
    })
    .map(({ id, ...given }) => anAccount(id, given));
  const accounts = fc.uniqueArray(account, { selector: (one) => one.merchantConnectorId, maxLength: 12 });
  const named = fc.tuple(fc.constantFrom(...connectorNames), fc.option(fc.nat(20)));
  const straightThrough = fc.oneof(
    fc.constant(null),
    fc
      .array(fc.constantFrom(...connectorNames), { minLength: 1, maxLength: 4 })
      .map((names) => requestsConnectors(...names)),
    fc
      .tuple(fc.constantFrom('single' as const, 'priority' as const), fc.array(named, { minLength: 1, maxLength: 4 }))
      .map(([algorithm, list]) => requestsAccounts(algorithm, ...list)),
  );
  const payment = fc
    .record({
      straightThrough,
      amount: fc.bigInt(0n, 1000n),
      currency: fc.constantFrom('USD' as const, 'EUR' as const),
      captureMethod: fc.constantFrom('automatic' as const, 'manual' as const, 'manual_multiple' as const),
    })
    .map(({ amount, currency, ...given }) => aPayment({ ...given, money: money(amount, currency) }));

  it('takes only accounts that fit, each once, and the same ones each time', () => {
    fc.assert(
      fc.property(payment, accounts, (asked, all) => {
        const route = chooseRoute(asked, all, capabilitiesOf);
        expect(chooseRoute(asked, all, capabilitiesOf)).toEqual(route);
        if (route.kind === 'none') return;
        const taken = [route.chosen, ...route.fallbacks];
        expect(new Set(taken.map((ref) => ref.merchantConnectorId)).size).toBe(taken.length);
        for (const ref of taken) {
          const settings = all.find((one) => one.merchantConnectorId === ref.merchantConnectorId);
          expect(settings).toMatchObject({
            disabled: false,
            deleted: false,
            connectorType: 'payment_processor',
            connector: ref.connector,
          });
          expect(enables(settings!.paymentMethodsEnabled, asked)).toBe(true);
          expect(
            capabilitiesOf(ref.connector)!.some((offer) => offer.captureMethods.includes(asked.captureMethod)),
          ).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds nothing only where no account of the default order would fit', () => {
    fc.assert(
      fc.property(payment, accounts, (asked, all) => {
        const found = chooseRoute({ ...asked, straightThrough: null }, all, capabilitiesOf).kind;
        expect(chooseRoute(asked, all, capabilitiesOf).kind).toBe(found);
      }),
      { numRuns: 500 },
    );
  });
});
