import type { ConnectorAccountSettings, PaymentMethodsEnabled, StraightThrough } from '@payorch/contracts';
import { enables } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aPayment,
  aRouteContext,
  aRouteRequest,
  anAccount,
  requestsAccounts,
  requestsConnectors,
  connectorNames,
  capabilitiesOf,
} from '../../../test/builders';
import { routedPaymentOf } from '../routed-payment';
import type { RoutedPayment, RouteRequest } from '../routed-payment';
import { chooseRoute } from './choose-route';

/** The accounts of a route, or the refusal without its explanation. */
const ids = ({ decision: _, ...route }: ReturnType<typeof chooseRoute>) =>
  route.kind === 'routed' ? [route.chosen, ...route.fallbacks].map((ref) => ref.merchantConnectorId) : route;
const choose = (given: Parameters<typeof aPayment>[0], accounts: readonly ConnectorAccountSettings[]) =>
  ids(chooseRoute(aPayment(given), aRouteContext(accounts)));

describe('the default order', () => {
  it('is the order of the given accounts', () => {
    expect(choose({}, [anAccount(3), anAccount(1), anAccount(2)])).toEqual(['mca_3', 'mca_1', 'mca_2']);
  });

  it.each([
    ['a disabled account', { disabled: true }],
    ['a deleted account', { deleted: true }],
    ['an account that takes no payments', { connectorType: 'payout_processor' }],
    ['an account without the method', { paymentMethodsEnabled: [] }],
    ['an account whose connector lacks the currency', { connector: 'euro_only' }],
    ['an account of an unknown connector', { connector: 'gone' }],
  ])('excludes %s', (_, given) => {
    expect(choose({}, [anAccount(1, given), anAccount(2)])).toEqual(['mca_2']);
    expect(choose({}, [anAccount(1, given)])).toEqual({ kind: 'none', reason: 'no_account', connector: null });
  });

  it('has no account for a network that the connector does not support', () => {
    expect(choose({ cardNetwork: 'RuPay' }, [anAccount(1)])).toMatchObject({ reason: 'no_account' });
  });

  it('names the connector that lacks only the capture method', () => {
    expect(choose({ captureMethod: 'manual_multiple' }, [anAccount(1)])).toEqual({
      kind: 'none',
      reason: 'capture_method',
      connector: 'stripe_test',
    });
  });
});

describe('a payment method other than a card', () => {
  const debit = { paymentMethod: 'bank_debit', cardNetwork: null };
  const debits = anAccount(1, { connector: 'debits' });
  const enabled = (payment_method_type: string) =>
    anAccount(1, {
      connector: 'debits',
      paymentMethodsEnabled: [{ payment_method: 'bank_debit', payment_method_types: [{ payment_method_type }] }],
    });

  it.each([
    ['is routed to an account that supports it', 'sepa', [anAccount(2), debits], ['mca_1']],
    ['has no account in an unsupported type', 'becs', [debits], { reason: 'no_account' }],
    ['is routed to an account that enables its type', 'sepa', [enabled('sepa')], ['mca_1']],
    ['has no account where only another type is enabled', 'sepa', [enabled('ach')], { reason: 'no_account' }],
  ])('%s', (_, paymentMethodType, accounts, expected) => {
    const chosen = choose({ ...debit, paymentMethodType }, accounts);
    if (Array.isArray(expected)) expect(chosen).toEqual(expected);
    else expect(chosen).toMatchObject(expected);
  });

  it.each([
    ['of a country that the connector lacks', { country: 'DE' }, { reason: 'no_account' }],
    ['of a country of the connector', { country: 'US' }, ['mca_1']],
    ['of an unknown country', { country: null }, ['mca_1']],
  ])('%s', (_, of, expected) => {
    const chosen = choose({ ...debit, paymentMethodType: 'ach', ...of }, [debits]);
    if (Array.isArray(expected)) expect(chosen).toEqual(expected);
    else expect(chosen).toMatchObject(expected);
  });

  it('is charged with a saved payment method whatever the country', () => {
    const straightThrough = requestsAccounts('single', ['debits', 1]);
    const saved = { ...debit, paymentMethodType: 'ach', country: 'DE', mandate: 'charge' as const, straightThrough };
    expect(choose(saved, [debits])).toEqual(['mca_1']);
  });

  it('is not routed for manual capture to a connector with automatic capture only', () =>
    expect(choose({ ...debit, paymentMethodType: 'sepa', captureMethod: 'manual' }, [debits])).toMatchObject({
      reason: 'capture_method',
    }));
});

describe('a payment with a split', () => {
  const accounts = [anAccount(1), anAccount(2, { connector: 'adyen_test' }), anAccount(3)];

  const splitting = anAccount(4, { connector: 'splits' });
  const refused = { kind: 'none', reason: 'split_not_implemented', connector: 'stripe_test' };

  it('is routed and falls back only to accounts whose connector can split it', () => {
    expect(choose({ splitAt: 'stripe' }, [...accounts, splitting, anAccount(5, { connector: 'splits' })])).toEqual([
      ...['mca_4', 'mca_5'],
    ]);
  });

  it('is refused where no account can split it, whatever its form', () => {
    for (const splitAt of ['stripe', 'adyen', 'xendit']) expect(choose({ splitAt }, accounts)).toEqual(refused);
    expect(choose({ splitAt: 'adyen' }, [splitting])).toEqual({ ...refused, connector: 'splits' });
  });

  it('is refused where only the requested accounts exist, and by their name', () => {
    const straightThrough = requestsConnectors('adyen_test');
    expect(choose({ splitAt: 'stripe', straightThrough }, accounts)).toMatchObject({
      reason: 'split_not_implemented',
      connector: 'adyen_test',
    });
  });

  it('has the usual reason where no account fits it at all', () =>
    expect(choose({ splitAt: 'stripe', cardNetwork: 'RuPay' }, [splitting])).toMatchObject({ reason: 'no_account' }));
});

describe('a payment that may be authorized in part', () => {
  const accounts = [anAccount(1), anAccount(2, { connector: 'authorizes_partly' }), anAccount(3)];
  const partial = true;

  it('is routed and falls back only to accounts whose connector can authorize it in part', () => {
    expect(choose({ partial }, accounts)).toEqual(['mca_2']);
    expect(routedPaymentOf(aRouteRequest({ partial })).partial).toBe(true);
    expect(routedPaymentOf(aRouteRequest()).partial).toBe(false);
  });

  it.each([
    ['where no account can', { partial }, 'stripe_test'],
    [
      'where the requested account cannot',
      { partial, straightThrough: requestsConnectors('adyen_test') },
      'adyen_test',
    ],
  ])('is refused by name %s', (_, given, connector) =>
    expect(choose(given, [anAccount(1), anAccount(2, { connector: 'adyen_test' })])).toEqual({
      kind: 'none',
      reason: 'not_implemented',
      connector,
      lacking: 'enable_partial_authorization',
    }),
  );
});

describe('a payment by a plan of installments', () => {
  const charging = anAccount(2, { connector: 'charges_in_installments' });
  const accounts = [anAccount(1), charging, anAccount(3)];
  const plan = { installments: true, money: money(6540n, 'BRL') };

  it('is routed and falls back only to accounts whose connector charges in installments', () => {
    expect(choose(plan, [...accounts, anAccount(4, { connector: 'charges_in_installments' })])).toEqual([
      ...['mca_2', 'mca_4'],
    ]);
    const installments = { count: 3, frequency: 'month' as const };
    expect(routedPaymentOf(aRouteRequest({ installments })).installments).toBe(true);
    expect(routedPaymentOf(aRouteRequest()).installments).toBe(false);
  });

  it.each<[string, Partial<RoutedPayment>, string]>([
    ['where the requested account cannot', { straightThrough: requestsConnectors('adyen_test') }, 'adyen_test'],
    ['in a currency in which no account can', { money: money(6540n, 'USD') }, 'stripe_test'],
  ])('is refused by name %s', (_, given, connector) => {
    const others = [anAccount(1), anAccount(4, { connector: 'adyen_test' })];
    expect(choose({ ...plan, ...given }, given.straightThrough ? others : [...others, charging])).toEqual({
      kind: 'none',
      reason: 'not_implemented',
      connector,
      lacking: 'installment_data',
    });
  });
});

describe('a payment whose customer was authenticated outside the processor', () => {
  const [others, carriers] = [anAccount(1), anAccount(2, { connector: 'takes_proofs' })];

  it('goes only to a connector that carries the proof', () => {
    expect(choose({ isAuthenticated: true }, [others, carriers])).toEqual(['mca_2']);
    expect(choose({ isAuthenticated: true }, [others])).toMatchObject({ reason: 'no_account' });
  });

  it('goes to no account of the 3DS server', () =>
    expect(choose({}, [anAccount(1, { connectorType: 'authentication_processor' })])).toMatchObject({
      reason: 'no_account',
    }));
});

describe('a decrypted token of a wallet', () => {
  const wallet = { paymentMethod: 'wallet', paymentMethodType: 'google_pay', cardNetwork: null };
  const [payloads, tokens] = [
    anAccount(1, { connector: 'wallet_payloads' }),
    anAccount(2, { connector: 'wallet_tokens' }),
  ];

  it('goes only to a connector that takes such tokens', () => {
    expect(choose({ ...wallet, byWalletToken: true }, [payloads, tokens])).toEqual(['mca_2']);
    expect(choose({ ...wallet, byWalletToken: true }, [payloads])).toMatchObject({ reason: 'no_account' });
  });

  it('does not limit the routes of a payload', () =>
    expect(choose(wallet, [payloads, tokens])).toEqual(['mca_1', 'mca_2']));
});

describe('a payment method other than a card, routed by the merchant', () => {
  const debit = { paymentMethod: 'bank_debit', paymentMethodType: 'sepa', cardNetwork: null };
  const supporting = anAccount(1, { connector: 'debits', paymentMethodsEnabled: null });
  const accounts = [supporting, anAccount(2, { connector: 'adyen_test', paymentMethodsEnabled: null })];
  const to = (connector: string, id: number | null = null) =>
    choose({ ...debit, straightThrough: requestsAccounts('single', [connector, id]) }, accounts);

  it('to an account that lacks the method has no fallback', () =>
    expect(to('adyen_test')).toEqual({ kind: 'none', reason: 'routing_not_implemented', connector: 'adyen_test' }));

  it('to an unknown account has no fallback', () =>
    expect(to('debits', 9)).toMatchObject({ reason: 'unknown_account', connector: 'debits' }));

  it('to a supporting account is routed there', () => expect(to('debits')).toEqual(['mca_1']));

  it('to no account follows the default order', () => expect(choose(debit, accounts)).toEqual(['mca_1']));
});

describe('a payment method that the connector lacks', () => {
  const klarna = { paymentMethod: 'pay_later', paymentMethodType: 'klarna', cardNetwork: null };
  const listed = (id: number, given = {}) =>
    anAccount(id, {
      paymentMethodsEnabled: [{ payment_method: 'pay_later', payment_method_types: null }],
      ...given,
    });

  it.each<[string, readonly ConnectorAccountSettings[], string]>([
    ['is refused with not_implemented when the account lists it', [anAccount(1), listed(2)], 'not_implemented'],
    ['is refused with no_account when no account lists it', [anAccount(1)], 'no_account'],
    ['is refused with no_account when only a disabled account lists it', [listed(1, { disabled: true })], 'no_account'],
  ])('%s', (_, accounts, reason) => {
    expect(choose(klarna, accounts)).toMatchObject({ kind: 'none', reason });
  });

  it('is refused with not_implemented by the requested connector', () =>
    expect(
      choose({ ...klarna, straightThrough: requestsConnectors('adyen_test') }, [
        listed(1),
        listed(2, { connector: 'adyen_test' }),
      ]),
    ).toEqual({ kind: 'none', reason: 'not_implemented', connector: 'adyen_test' }));
});

describe('straight-through routing', () => {
  const accounts = [anAccount(1), anAccount(2, { connector: 'adyen_test' }), anAccount(3)];

  it.each<[string, StraightThrough, unknown]>([
    [
      'takes all accounts of the requested connectors in order',
      requestsConnectors('adyen_test', 'stripe_test'),
      ['mca_2', 'mca_1', 'mca_3'],
    ],
    ['ignores a repeated connector', requestsConnectors('stripe_test', 'stripe_test'), ['mca_1', 'mca_3']],
    [
      'follows the order of a priority list',
      requestsAccounts('priority', ['stripe_test', 3], ['adyen_test', 2]),
      ['mca_3', 'mca_2'],
    ],
    ['has no fallback after a single account', requestsAccounts('single', ['stripe_test', 3]), ['mca_3']],
    [
      'takes the oldest account for a single connector without an account id',
      requestsAccounts('single', ['stripe_test', null]),
      ['mca_1'],
    ],
    [
      'requires that account and connector match',
      requestsAccounts('priority', ['adyen_test', 3], ['stripe_test', 3]),
      ['mca_3'],
    ],
    [
      'falls back to the default order when no requested account fits',
      requestsAccounts('single', ['euro_only', null]),
      ['mca_1', 'mca_2', 'mca_3'],
    ],
    [
      'refuses an account that the profile does not have, also behind one that fits',
      requestsAccounts('priority', ['stripe_test', 1], ['adyen_test', 9]),
      { kind: 'none', reason: 'unknown_account', connector: 'adyen_test' },
    ],
    [
      'refuses a connector that does not exist',
      requestsConnectors('stripe_test', 'nope'),
      { kind: 'none', reason: 'unknown_connector', connector: 'nope' },
    ],
  ])('%s', (_, straightThrough, expected) => {
    expect(choose({ straightThrough }, accounts)).toEqual(expected);
  });

  it('falls back to the default order from a disabled account, and refuses with account_disabled when none fits', () => {
    const off = anAccount(1, { disabled: true });
    const straightThrough = requestsAccounts('single', ['stripe_test', 1]);
    expect(choose({ straightThrough }, [off, anAccount(2)])).toEqual(['mca_2']);
    expect(choose({ straightThrough }, [off])).toEqual({
      kind: 'none',
      reason: 'account_disabled',
      connector: 'stripe_test',
    });
  });

  it('refuses by the requested connector before the default one', () => {
    const route = choose({ captureMethod: 'scheduled', straightThrough: requestsConnectors('adyen_test') }, accounts);
    expect(route).toEqual({ kind: 'none', reason: 'capture_method', connector: 'adyen_test' });
  });
});

describe('the routed payment of a request', () => {
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
      operation: { ...operation, billingCountry: null },
      captureMethod: null,
      straightThrough: null,
      ...given,
    }) as RouteRequest;

  it('has automatic capture when the request has no capture method', () => {
    expect(routedPaymentOf(request({})).captureMethod).toBe('automatic');
  });

  it('has the country of the billing address', () => {
    expect(routedPaymentOf(request({ operation: { ...operation, billingCountry: 'FR' } })).country).toBe('FR');
  });
});

describe('a saved payment method', () => {
  const storingAccount = (id: number, given = {}) => anAccount(id, { connector: 'stores_cards', ...given });
  const named = requestsAccounts('single', ['stores_cards', 2]);
  const enabled = (recurring_enabled: boolean | null) => [
    {
      payment_method: 'card',
      payment_method_types: [{ payment_method_type: 'credit', recurring_enabled, minimum_amount: 1 }],
    },
  ];

  it.each<[string, Parameters<typeof aPayment>[0], readonly ConnectorAccountSettings[], unknown]>([
    [
      'is charged at its account',
      { mandate: 'charge', straightThrough: named },
      [storingAccount(1), storingAccount(2)],
      ['mca_2'],
    ],
    [
      'is charged at no other account',
      { mandate: 'charge', straightThrough: named },
      [storingAccount(1)],
      'no_account',
    ],
    [
      'is charged at no other account when its account is disabled',
      { mandate: 'charge', straightThrough: named },
      [storingAccount(1), storingAccount(2, { disabled: true })],
      'account_disabled',
    ],
    [
      'is charged by the rules where it names no account',
      { mandate: 'charge' },
      [storingAccount(1), storingAccount(2)],
      ['mca_1', 'mca_2'],
    ],
    [
      'is charged by its network transaction only where the connector takes that',
      { mandate: 'charge', byNetworkTransactionId: true },
      [storingAccount(1), storingAccount(2, { connector: 'takes_network_ids' })],
      ['mca_2'],
    ],
    [
      'is charged in its chain of payments only where the connector carries that',
      { mandate: 'charge', byNetworkTransactionId: true, byTransactionLink: true },
      [storingAccount(1, { connector: 'takes_network_ids' }), storingAccount(2, { connector: 'takes_links' })],
      ['mca_2'],
    ],
    [
      'is charged in its chain of payments nowhere else',
      { mandate: 'charge', byNetworkTransactionId: true, byTransactionLink: true },
      [storingAccount(1, { connector: 'takes_network_ids' })],
      'no_account',
    ],
    [
      'is charged by its number alone only where the connector takes that',
      { mandate: 'charge', byLimitedCard: true },
      [storingAccount(1, { connector: 'takes_network_ids' }), storingAccount(2, { connector: 'takes_numbers' })],
      ['mca_2'],
    ],
    [
      'is set up at a connector with mandates',
      { mandate: 'set_up', money: money(0n, 'USD') },
      [anAccount(1), storingAccount(2)],
      ['mca_2'],
    ],
    [
      'is set up regardless of the minimum amount',
      { mandate: 'set_up', money: money(0n, 'USD') },
      [storingAccount(2, { paymentMethodsEnabled: enabled(true) })],
      ['mca_2'],
    ],
    [
      'is set up without a charge when recurring payments are disabled: that restricts lists alone',
      { mandate: 'set_up', money: money(0n, 'USD') },
      [storingAccount(2, { paymentMethodsEnabled: enabled(false) })],
      ['mca_2'],
    ],
    [
      'is charged when recurring payments are disabled',
      { mandate: 'charge', straightThrough: named },
      [storingAccount(2, { paymentMethodsEnabled: enabled(false) })],
      ['mca_2'],
    ],
    [
      'is charged below the minimum amount of what is listed',
      { mandate: 'charge', straightThrough: named, money: money(1n, 'USD') },
      [
        storingAccount(2, {
          paymentMethodsEnabled: [
            { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit', minimum_amount: 10 }] },
          ],
        }),
      ],
      ['mca_2'],
    ],
    [
      'does not affect the route of a payment that only saves it',
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
    [{ kind: 'store', usage: 'off_session', isRequired: true }, 6540n, 'set_up'],
    [{ kind: 'use' }, 6540n, 'charge'],
  ])('with mandate %j and amount %i is routed as %s', (mandate, amount, needed) => {
    const operation = { ...aRouteRequest().operation, mandate, money: money(amount, 'USD') };
    expect(routedPaymentOf({ ...aRouteRequest(), operation } as RouteRequest).mandate).toBe(needed);
  });
});

describe('a charge without the customer', () => {
  const use = { kind: 'use', offSession: true, mandateReference: null, customerReference: null } as const;
  const by = { byNetworkTransactionId: false, byTransactionLink: false, byLimitedCard: false };
  it.each([
    [
      { ...use, networkTransactionId: 'nti' },
      { ...by, byNetworkTransactionId: true },
    ],
    [
      { ...use, networkTransactionId: 'nti', transactionLinkId: 'link' },
      { ...by, byNetworkTransactionId: true, byTransactionLink: true },
    ],
    [
      { ...use, networkTransactionId: null },
      { ...by, byLimitedCard: true },
    ],
    [{ ...use, networkTransactionId: null, mandateReference: 'pm_1' }, by],
    [{ kind: 'none' as const }, by],
  ])('with %j is charged as %j', (mandate, expected) => {
    const operation = { ...aRouteRequest().operation, mandate };
    expect(routedPaymentOf({ ...aRouteRequest(), operation })).toMatchObject(expected);
  });
});

describe('any route', () => {
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

  it('has only fitting accounts, each once, and is deterministic', () => {
    fc.assert(
      fc.property(payment, accounts, (payment, all) => {
        const route = chooseRoute(payment, aRouteContext(all));
        expect(chooseRoute(payment, aRouteContext(all))).toEqual(route);
        if (route.kind === 'none') return;
        const routed = [route.chosen, ...route.fallbacks];
        expect(new Set(routed.map((ref) => ref.merchantConnectorId)).size).toBe(routed.length);
        for (const ref of routed) {
          const settings = all.find((one) => one.merchantConnectorId === ref.merchantConnectorId);
          expect(settings).toMatchObject({
            disabled: false,
            deleted: false,
            connectorType: 'payment_processor',
            connector: ref.connector,
          });
          expect(enables(settings!.paymentMethodsEnabled, payment)).toBe(true);
          expect(
            capabilitiesOf(ref.connector)!.some(({ captureMethods }) =>
              captureMethods.some((one) => one === payment.captureMethod),
            ),
          ).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is none only when no account of the default order fits, or when the request names an unknown account', () => {
    fc.assert(
      fc.property(payment, accounts, (payment, all) => {
        const requested = payment.straightThrough?.kind === 'accounts' ? payment.straightThrough.accounts : [];
        const ids = all.filter(({ deleted }) => !deleted).map((one): string => one.merchantConnectorId);
        if (requested.some(({ merchantConnectorId: id }) => id !== null && !ids.includes(id))) {
          expect(chooseRoute(payment, aRouteContext(all))).toMatchObject({ kind: 'none', reason: 'unknown_account' });
          return;
        }
        const found = chooseRoute({ ...payment, straightThrough: null }, aRouteContext(all)).kind;
        expect(chooseRoute(payment, aRouteContext(all)).kind).toBe(found);
      }),
      { numRuns: 500 },
    );
  });
});
