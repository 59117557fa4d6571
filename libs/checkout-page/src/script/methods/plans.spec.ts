import { hasPlans, inFull, planData, plansOf, storedPlan } from './plans';

const plan = (count: number, each: number, total: number, frequency = 'month') => ({
  number_of_installments: count,
  billing_frequency: frequency,
  interest_rate: 2.55,
  amount_details: { amount_per_installment: each, total_amount: total },
});
const listOf = (...available_plans: readonly object[]) => ({
  intent_data: { installment_options: [{ payment_method: 'card', available_plans }] },
});

it.each([
  ['two decimals', 2, plan(3, 34.52, 103.55), [{ count: 3, frequency: 'month', each: 3452, total: 10_355 }]],
  ['no decimals', 0, plan(3, 342, 1027), [{ count: 3, frequency: 'month', each: 342, total: 1027 }]],
  ['three decimals', 3, plan(2, 4.355, 8.71), [{ count: 2, frequency: 'month', each: 4355, total: 8710 }]],
  [
    'a sum that binary fractions miss',
    2,
    plan(2, 0.57, 1.15),
    [{ count: 2, frequency: 'month', each: 57, total: 115 }],
  ],
  ['a frequency that the page has no words for', 2, plan(3, 1, 3, 'week'), []],
  ['no sums', 2, { number_of_installments: 3, billing_frequency: 'month' }, []],
])('the plans of a listing have their sums in minor units: %s', (_, digits, one, expected) =>
  expect(plansOf(listOf(one), 'card', digits)).toEqual(expected),
);

it('a plan is for its payment method only', () => expect(plansOf(listOf(plan(3, 1, 3)), 'wallet', 2)).toEqual([]));

it.each<[string, object | null, boolean]>([
  ['plans', listOf(plan(3, 1, 3)), true],
  ['none', { intent_data: { installment_options: null } }, false],
  ['no answer', null, false],
])('a listing with %s', (_, list, expected) => expect(hasPlans(list)).toBe(expected));

it.each<[string, object, number | undefined, object | null]>([
  [
    'a chosen plan',
    {
      net_amount: 10_355,
      installment_data: { number_of_installments: 3, billing_frequency: 'month', installment_interest: 255 },
    },
    10_100,
    { count: 3, frequency: 'month' },
  ],
  [
    'a plan without interest',
    { net_amount: 100, installment_data: { number_of_installments: 2, billing_frequency: 'month' } },
    100,
    { count: 2, frequency: 'month' },
  ],
  ['no plan', { net_amount: 100, installment_data: null }, 100, null],
  ['no amount', {}, undefined, null],
])('a payment with %s', (_, payment, full, chosen) =>
  expect([inFull(payment), storedPlan(payment)]).toEqual([full, chosen]),
);

it('a choice goes into the confirmation, and null takes one back', () =>
  expect([planData({ count: 3, frequency: 'month' }), planData(null)]).toEqual([
    { number_of_installments: 3, billing_frequency: 'month' },
    null,
  ]));
