import type { Algorithm } from '@payorch/routing-rules';
import { comparedIn, generatePayments, randomOf } from './generate-payments';
import { readAlgorithmFile } from './read-algorithm';

const selection = { type: 'priority', data: [{ connector: 'stripe' }] };
const comparison = (lhs: string, value: unknown) => ({ lhs, comparison: 'equal', value, metadata: {} });
const advanced = readAlgorithmFile(
  JSON.stringify({
    type: 'advanced',
    data: {
      defaultSelection: selection,
      metadata: {},
      rules: [
        {
          name: 'all',
          connectorSelection: selection,
          statements: [
            {
              condition: [
                comparison('amount', {
                  type: 'number_comparison_array',
                  value: [{ comparisonType: 'greater_than', number: 900_000 }],
                }),
                comparison('billing_country', { type: 'enum_variant', value: 'Japan' }),
                comparison('metadata', { type: 'metadata_variant', value: { key: 'tier', value: 'gold' } }),
              ],
              nested: [
                { condition: [comparison('pay_later', { type: 'enum_variant', value: 'klarna' })], nested: null },
              ],
            },
          ],
        },
      ],
    },
  }),
) as Algorithm;
const plain: Algorithm = { type: 'single', choice: { connector: 'stripe', merchantConnectorId: null } };

const generated = (algorithm: Algorithm, seed = 1, count = 2_000) => [
  ...generatePayments(count, { seed, compared: comparedIn([algorithm]) }),
];

it('the same seed generates the same payments, and another seed others', () => {
  expect(generated(advanced, 7)).toEqual(generated(advanced, 7));
  expect(generated(advanced, 7)).not.toEqual(generated(advanced, 8));
});

it('what rules compare is in the rules at every depth', () => {
  const { texts, metadata, largestAmount } = comparedIn([advanced, plain]);
  expect(texts).toEqual(new Map([['billing_country', new Set(['Japan'])], ['pay_later', new Set(['klarna'])]])); // prettier-ignore
  expect(metadata).toEqual(new Map([['tier', new Set(['gold'])]]));
  expect(largestAmount).toBe(900_000);
});

it('some payments have each compared value, and some do not', () => {
  const payments = generated(advanced);
  const share = (has: (payment: (typeof payments)[number]) => boolean) => payments.filter(has).length / payments.length;
  for (const one of [
    share(({ amount }) => amount > 900_000),
    share(({ facts }) => facts.values['billing_country'] === 'Japan'),
    share(({ facts }) => facts.values['pay_later'] === 'klarna'),
    share(({ facts }) => facts.metadata?.['tier'] === 'gold'),
  ]) {
    expect(one).toBeGreaterThan(0.01);
    expect(one).toBeLessThan(0.9);
  }
});

it('only cards have a network, and payments have one type of their method', () => {
  for (const { facts } of generated(plain)) {
    expect('card_network' in facts.values).toBe(facts.values['payment_method'] === 'card');
    expect('wallet' in facts.values).toBe(facts.values['payment_method'] === 'wallet');
    expect(facts.metadata).toBeUndefined();
  }
});

it('random numbers are from 0 to below 1, and spread evenly', () => {
  const random = randomOf(42);
  const tenths = Array<number>(10).fill(0);
  for (let at = 0; at < 100_000; at += 1) tenths[Math.floor(random() * 10)]! += 1;
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});
