import type { CardFacts } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { OpenRouterDecideGatewayRequest, PaymentInfo } from '@payorch/rest';
import { readEvaluation } from './read-evaluation';

const paymentInfo = {
  paymentId: 'pay_1',
  amount: 6540,
  currency: 'EUR',
  paymentType: 'ORDER_PAYMENT',
  metadata: '{"tier": "gold", "items": 3, "cart": {"of": "objects"}}',
  paymentMethodType: 'CREDIT',
  paymentMethod: 'CARD',
  cardIsin: '42424242',
};

const read = (
  info: Partial<PaymentInfo> = {},
  given: Partial<OpenRouterDecideGatewayRequest> = {},
  card: CardFacts | null = null,
) => {
  const sent = Object.assign(new OpenRouterDecideGatewayRequest(), { merchantId: 'acme_1', ...given });
  sent.paymentInfo = Object.assign(new PaymentInfo(), paymentInfo, info);
  return readEvaluation(sent, card);
};

it('a card is read as payments routes it', () => {
  expect(read()).toEqual({
    paymentId: 'pay_1',
    money: money(6540n, 'EUR'),
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    cardNetwork: 'Visa',
    facts: {
      values: {
        amount: 6540,
        currency: 'EUR',
        payment_method: 'card',
        card_type: 'credit',
        card_network: 'Visa',
        card_bin: '424242',
        extended_card_bin: '42424242',
        authentication_type: 'no_three_ds',
        capture_method: 'automatic',
        payment_type: 'non_mandate',
        transaction_initiator: 'customer',
      },
      metadata: { tier: 'gold', items: '3' },
    },
    among: null,
    byScores: true,
    withElimination: true,
  });
});

it('the table of card ranges says what the number does not', () => {
  const card = { network: 'Mastercard', issuer: 'A bank', type: 'DEBIT', issuingCountryCode: 'DE' };
  const evaluation = read({ paymentMethodType: '' }, {}, card as CardFacts);
  expect(evaluation).toMatchObject({
    paymentMethodType: null,
    cardNetwork: 'Mastercard',
    facts: {
      values: { card_network: 'Mastercard', card_type: 'debit', issuer_name: 'A bank', issuer_country: 'Germany' },
    },
  });
});

it('a wallet has the type that rules compare, and no card', () => {
  const evaluation = read({ paymentMethod: 'wallet', paymentMethodType: 'apple_pay', cardIsin: '', metadata: '' });
  expect(evaluation).toMatchObject({ cardNetwork: null, facts: { values: { wallet: 'apple_pay' }, metadata: {} } });
  expect(evaluation).not.toHaveProperty('facts.values.card_network');
});

it.each([
  ['SR_BASED_ROUTING', true],
  ['PL_BASED_ROUTING', false],
  [null, true],
] as const)('the ranking %s orders by scores: %s', (rankingAlgorithm, byScores) =>
  expect(read({}, { rankingAlgorithm })).toMatchObject({ byScores }),
);

it.each([
  [true, true],
  [null, true],
  [false, false],
])('elimination enabled %s eliminates: %s', (eliminationEnabled, withElimination) =>
  expect(read({}, { eliminationEnabled })).toMatchObject({ withElimination }),
);

it.each<[Partial<PaymentInfo>, string]>([
  [{ paymentId: 'pay 1' }, 'paymentInfo.paymentId'],
  [{ amount: -1 }, 'paymentInfo.amount'],
  [{ currency: 'euro' }, 'paymentInfo.currency'],
  [{ paymentMethod: 'cash' }, 'paymentInfo.paymentMethod'],
  [{ metadata: '[1]' }, 'paymentInfo.metadata'],
  [{ metadata: '{' }, 'paymentInfo.metadata'],
  [{ cardIsin: '4242424242424242' }, 'paymentInfo.cardIsin'],
  [{ cardIsin: '42' }, 'paymentInfo.cardIsin'],
])('%j is refused', (info, field) =>
  expect(read(info)).toMatchObject({ code: 'value_not_allowed', details: { field } }),
);

it('everything that is wrong is named at once, and a ranking by network is not implemented', () => {
  const refused = read({ amount: -1, currency: '?' }, { rankingAlgorithm: 'NTW_BASED_ROUTING' });
  const all = isRefusal(refused) ? [refused, ...(refused.others ?? [])] : [];
  expect(all.map(({ code, details }) => details['field'] ?? code)).toEqual([
    'paymentInfo.amount',
    'paymentInfo.currency',
    'not_implemented',
  ]);
});
