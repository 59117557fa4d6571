import type { ConnectorAccountSettings, PaymentMethodsEnabled, RouteFilter, RoutingChoice } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import {
  aPayoutAccount,
  aPayoutContext,
  aPayoutRequest,
  anAccount,
  anActive,
  aRoutingChoice,
  named,
  requestsAccounts,
  requestsConnectors,
} from '../../../test/builders';
import { aComparison } from '../../../test/programs';
import { type PayoutRouteRequest, routedPayoutOf } from '../routed-payout';
import { choosePayoutRoute, type PayoutRouteContext } from './choose-payout-route';

type Operation = Partial<PayoutRouteRequest['operation']>;
type Request = Partial<Omit<PayoutRouteRequest, 'operation'>>;
type Accounts = readonly ConnectorAccountSettings[];

const route = (
  accounts: Accounts,
  {
    operation,
    request,
    context,
  }: { operation?: Operation; request?: Request; context?: Partial<PayoutRouteContext> } = {},
) => choosePayoutRoute(routedPayoutOf(aPayoutRequest(operation, request)), aPayoutContext(accounts, context));

/** The chosen account and its fallbacks, or the reason why there is none. */
function found(...given: Parameters<typeof route>): string {
  const routed = route(...given);
  if (routed.kind === 'none') return [routed.reason, routed.connector].filter(Boolean).join(' ');
  return [routed.chosen, ...routed.fallbacks].map(({ merchantConnectorId: id }) => id).join(' ');
}

const choosing = (payout: Partial<RoutingChoice['payout']>): Partial<PayoutRouteContext> => ({
  inForce: aRoutingChoice({}, { payout: { active: null, defaultOrder: null, ...payout } }),
});
const enabling = (method: string, type?: object): { paymentMethodsEnabled: PaymentMethodsEnabled } => ({
  paymentMethodsEnabled: [{ payment_method: method, ...(type && { payment_method_types: [type] }) }] as never,
});
const transfer = (payment_method_type: string, more = {}) =>
  enabling('bank_transfer', { payment_method_type, ...more });
const only = (value: string) => ({ type: 'enable_only', list: [value] });
const card = { payoutType: 'card', payoutMethodType: 'debit' } as const;

describe('the accounts of payouts', () => {
  it('are those of payout processors alone, in the order of creation', () =>
    expect(found([anAccount(1), aPayoutAccount(2), aPayoutAccount(3)])).toBe('mca_2 mca_3'));

  it.each<[RouteFilter, what: string, account: Partial<ConnectorAccountSettings>, operation?: Operation]>([
    ['disabled', 'an account that is switched off', { disabled: true }],
    ['payment_method', 'an account that enables other methods', enabling('card')],
    ['payment_method', 'a connector that pays no bank accounts', { connector: 'pays_cards' }],
    ['payment_method', 'a connector that pays out nothing', { connector: 'stripe_test' }],
    ['payment_method', 'a connector that does not exist any more', { connector: 'gone' }],
    ['payment_method', 'a connector that pays no cards', { connector: 'pays_ach' }, card],
    ['payment_method_type', 'an account that enables other types', transfer('ach')],
    ['payment_method_type', 'a connector that lacks the type', { connector: 'pays_ach' }],
    ['currency', 'an account of other currencies', transfer('sepa', { accepted_currencies: only('USD') })],
    ['currency', 'a connector of other currencies', { connector: 'pays_dollars' }],
    ['country', 'an account of other countries', transfer('sepa', { accepted_countries: only('DE') })],
    ['amount', 'an amount below the minimum', transfer('sepa', { minimum_amount: 6541 })],
    ['amount', 'an amount above the maximum', transfer('sepa', { maximum_amount: 6539 })],
  ])('%s leaves out %s', (filter, _, given, operation = {}) => {
    const { decision, kind } = route([aPayoutAccount(1, given)], { operation });
    expect([kind, decision.candidates.map((one) => one.filter)]).toEqual(['none', [filter]]);
  });

  it.each<[what: string, account: Partial<ConnectorAccountSettings>, operation?: Operation]>([
    ['that lists no payment methods', { paymentMethodsEnabled: [] }],
    ['that enables bank transfers', enabling('bank_transfer')],
    ['that enables SEPA by the name of payouts', transfer('sepa')],
    ['that enables SEPA by its name as a bank transfer', transfer('sepa_bank_transfer')],
    ['within its limits', transfer('sepa', { minimum_amount: 6540, maximum_amount: 6540 })],
    ['that enables the card', enabling('card', { payment_method_type: 'debit' }), card],
    ['of the currency', { connector: 'pays_dollars' }, { money: money(1n, 'USD') }],
  ])('take a payout where one is an account %s', (_, given, operation = {}) =>
    expect(found([aPayoutAccount(1, given)], { operation })).toBe('mca_1'),
  );
});

describe('the source of a payout’s account', () => {
  const accounts = [
    aPayoutAccount(1),
    aPayoutAccount(2, { connector: 'pays_at_once' }),
    aPayoutAccount(3, { connector: 'checks_first' }),
  ];
  const ref = (id: number, connector: string) => ({ merchantConnectorId: `mca_${id}`, connector }) as never;
  const split = (connector: string, share: number) => ({ connector: named(connector), split: share });

  it.each<[source: string, chosen: string, request: Request, context: Partial<PayoutRouteContext>]>([
    ['default', 'mca_1 mca_2 mca_3', {}, {}],
    ['default', 'mca_3 mca_1 mca_2', {}, choosing({ defaultOrder: [ref(3, 'checks_first')] })],
    [
      'default',
      'mca_1 mca_2 mca_3',
      {},
      { inForce: aRoutingChoice({ active: anActive('single', named('pays_at_once')) }) },
    ],
    ['active', 'mca_2', {}, choosing({ active: anActive('single', named('pays_at_once')) })],
    [
      'active',
      'mca_3 mca_2',
      {},
      choosing({ active: anActive('priority', [named('checks_first'), named('pays_at_once')]) }),
    ],
    ['active', 'mca_2', {}, choosing({ active: anActive('volume_split', [split('pays_at_once', 100)]) })],
    [
      'straight_through',
      'mca_2',
      { straightThrough: requestsConnectors('pays_at_once') },
      choosing({ active: anActive('single', named('pays_out')) }),
    ],
    [
      'straight_through',
      'mca_3',
      { straightThrough: requestsAccounts('single', ['checks_first', 3], ['pays_out', 1]) },
      {},
    ],
    [
      'straight_through',
      'mca_3 mca_1',
      { straightThrough: requestsAccounts('priority', ['checks_first', 3], ['pays_out', 1]) },
      {},
    ],
    [
      'inline',
      'mca_3',
      { straightThrough: { kind: 'algorithm', algorithm: 'volume_split', data: [split('checks_first', 100)] } },
      {},
    ],
  ])('%s: %s', (source, chosen, request, context) => {
    expect(found(accounts, { request, context })).toBe(chosen);
    expect(route(accounts, { request, context }).decision).toMatchObject({
      source,
      fellBack: false,
      accountVersion: 9,
    });
  });

  it('is the rule that the facts of the payout fulfil', () => {
    const selection = (connector: string) => ({ type: 'priority', data: [named(connector)] });
    const condition = [aComparison('currency', 'equal', 'enum_variant', 'EUR')];
    const program = {
      defaultSelection: selection('pays_at_once'),
      rules: [
        {
          name: 'euros',
          connectorSelection: selection('checks_first'),
          statements: [{ condition, nested: null }],
        },
      ],
      metadata: {},
    };
    const context = choosing({ active: anActive('advanced', program) });
    const by = (currency: string) => found(accounts, { context, request: { facts: { values: { currency } } } });
    expect([by('EUR'), by('USD')]).toEqual(['mca_3', 'mca_2']);
  });

  it('is the default order where none of the named accounts is eligible', () => {
    const context = choosing({ active: anActive('single', named('pays_cards')) });
    expect(found(accounts, { context })).toBe('mca_1 mca_2 mca_3');
    expect(route(accounts, { context }).decision).toMatchObject({ source: 'active', fellBack: true });
  });

  it('moves an unhealthy account behind the healthy ones', () => {
    const healthOf: PayoutRouteContext['healthOf'] = ({ merchantConnectorId: id }) =>
      id === 'mca_1' ? 'breaker_open' : undefined;
    expect(found(accounts, { context: { healthOf } })).toBe('mca_2 mca_3 mca_1');
  });

  it('is never the scores of payments', () => {
    const dynamic = { successBased: null, elimination: null, contract: null, split: 100 };
    const { decision } = route(accounts, { context: { inForce: aRoutingChoice({}, { dynamic }) } });
    expect(decision).toMatchObject({ source: 'default' });
    expect(decision.dynamic).toBeUndefined();
  });

  it('decides a redelivered request again, and the same', () => expect(route(accounts)).toEqual(route(accounts)));
});

describe('the refusal of a payout', () => {
  it.each<[reason: string, accounts: Accounts, request?: Request]>([
    ['no_account', []],
    ['no_account', [anAccount(1)]],
    ['no_account', [aPayoutAccount(1, { deleted: true })]],
    ['no_account', [aPayoutAccount(1, { disabled: true })]],
    ['unknown_connector unheard_of', [aPayoutAccount(1)], { straightThrough: requestsConnectors('unheard_of') }],
    ['unknown_account pays_out', [aPayoutAccount(1)], { straightThrough: requestsAccounts('single', ['pays_out', 7]) }],
    [
      'account_disabled pays_out',
      [aPayoutAccount(1, { disabled: true })],
      { straightThrough: requestsConnectors('pays_out') },
    ],
    ['not_implemented pays_cards', [aPayoutAccount(1, { connector: 'pays_cards', ...transfer('sepa') })]],
  ])('%s', (reason, accounts, request = {}) => expect(found(accounts, { request })).toBe(reason));
});

it.each([
  ['pays_out', 'payout_recipient', {}],
  ['pays_out', 'payout_fulfill', card],
  ['checks_first', 'payout_eligibility', {}],
  ['pays_at_once', 'payout_fulfill', {}],
])('the first step at %s is %s', (connector, step, operation) =>
  expect(route([aPayoutAccount(1, { connector })], { operation })).toMatchObject({ kind: 'routed', step }),
);
