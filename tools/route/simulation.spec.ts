import type { Algorithm } from '@payorch/routing-rules';
import type { SimulatedAccount } from './accounts-file';
import { readAccountsFile } from './accounts-file';
import { decimalText } from './exact';
import type { SimulatedPayment } from './payments';
import { Simulation, unknownAccounts } from './simulation';

const accounts = readAccountsFile(
  JSON.stringify({
    accounts: [
      { connector: 'stripe', merchant_connector_id: 'mca_s', approval_rate: 90, percent_fee: 2.9, fixed_fee: 30 },
      {
        connector: 'adyen',
        merchant_connector_id: 'mca_a',
        approval_rate: '80.5',
        percent_fee: 1,
        fixed_fee: { USD: 10 },
      },
    ],
  }),
) as readonly SimulatedAccount[];

const named = (connector: string, merchantConnectorId: string | null) => ({ connector, merchantConnectorId });
const one = (connector: string, id: string | null = null): Algorithm => ({
  type: 'single',
  choice: named(connector, id),
});

const payment = (number: number, amount: number, currency: SimulatedPayment['currency'] = 'USD'): SimulatedPayment => ({
  id: `pay_${number}`,
  attemptId: `pay_${number}_1`,
  amount,
  currency,
  facts: { values: { amount, currency } },
});

const byAmount: Algorithm = {
  type: 'advanced',
  program: {
    rules: [
      {
        name: 'large',
        output: { type: 'priority', choices: [named('adyen', 'mca_a')] },
        statements: [
          {
            condition: [
              {
                key: 'amount',
                operand: { must: 'match_any', kind: 'numbers', tests: [{ comparison: 'greater_than', number: 1_000 }] },
              },
            ],
            nested: null,
          },
        ],
      },
    ],
    otherwise: { type: 'priority', choices: [named('stripe', 'mca_s')] },
  },
};

function simulated(
  algorithm: Algorithm,
  payments: readonly SimulatedPayment[],
  options: { against?: Algorithm; show?: number } = {},
) {
  const simulation = new Simulation(algorithm, {
    against: options.against ?? null,
    accounts,
    show: options.show ?? 10,
  });
  for (const each of payments) simulation.take(each);
  return simulation;
}

it('the expected cost and approval are exact', () => {
  const { algorithm } = simulated(one('stripe'), [payment(1, 999), payment(2, 1_001), payment(3, 333, 'JPY')]).result();
  const [share] = algorithm.accounts;
  expect(share).toMatchObject({ account: 'mca_s', connector: 'stripe', payments: 3 });
  expect(share?.volume).toEqual(new Map([['USD', 2_000n], ['JPY', 333n]])); // prettier-ignore
  expect(decimalText(share!.expected!.approved)).toBe('2.7');
  // 0.9 * (20.00 * 0.029 + 2 * 0.30), and 0.9 * (333 * 0.029 + 30)
  expect([...share!.expected!.cost].map(([currency, sum]) => [currency, decimalText(sum)])).toEqual([
    ['USD', '1.062'],
    ['JPY', '35.6913'],
  ]);
  expect(algorithm.expected).toEqual(share?.expected);
});

it('the sums of all accounts are the sums of each', () => {
  const { algorithm } = simulated(byAmount, [payment(1, 500), payment(2, 2_000)]).result();
  expect(algorithm.accounts.map(({ account, payments }) => [account, payments])).toEqual([['mca_a', 1], ['mca_s', 1]]); // prettier-ignore
  expect(decimalText(algorithm.expected!.approved)).toBe('1.705');
  // 0.9 * (5.00 * 0.029 + 0.30) + 0.805 * (20.00 * 0.01 + 0.10)
  expect(decimalText(algorithm.expected!.cost.get('USD')!)).toBe('0.642');
});

it('changes are counted by the rules, and the first are named', () => {
  const payments = [payment(1, 500), payment(2, 2_000), payment(3, 3_000)];
  const { changes, against } = simulated(byAmount, payments, { against: one('stripe', 'mca_s'), show: 1 }).result();
  expect(changes).toEqual({
    payments: 2,
    first: [{ paymentId: 'pay_2', from: 'mca_s', to: 'mca_a', rule: 'rules[0] large' }],
    groups: [{ fromRule: 'single', toRule: 'rules[0] large', from: 'mca_s', to: 'mca_a', payments: 2 }],
  });
  expect(against?.rules).toEqual([{ rule: 'single', payments: 3 }]);
});

it('payments are counted by the rule that decides', () => {
  const { algorithm } = simulated(byAmount, [payment(1, 500), payment(2, 2_000), payment(3, 600)]).result();
  expect(algorithm.rules).toEqual([
    { rule: 'defaultSelection', payments: 2 },
    { rule: 'rules[0] large', payments: 1 },
  ]);
});

it('a volume split has its shares', () => {
  const shares = [{ choice: named('stripe', 'mca_s'), split: 70 }, { choice: named('adyen', 'mca_a'), split: 30 }]; // prettier-ignore
  const payments = Array.from({ length: 20_000 }, (_, at) => payment(at, 100));
  const { algorithm } = simulated({ type: 'volume_split', shares }, payments).result();
  const stripe = algorithm.accounts.find(({ account }) => account === 'mca_s');
  expect(Math.abs(stripe!.payments / 20_000 - 0.7)).toBeLessThan(0.01);
});

it('a currency without a fixed fee is a problem of the accounts file', () => {
  const problems = (algorithm: Algorithm) => simulated(algorithm, [payment(1, 100, 'EUR'), payment(2, 100)]).problems();
  expect(problems(one('adyen'))).toEqual(['accounts[1].fixed_fee has no EUR']);
  expect(problems(one('stripe'))).toEqual([]);
});

it('an account that the file does not have is named by its path', () => {
  const algorithm: Algorithm = {
    type: 'priority',
    choices: [named('stripe', 'mca_s'), named('stripe', 'mca_a'), named('paypal', null)],
  };
  expect(unknownAccounts(algorithm, accounts)).toEqual([
    'data[1] names mca_a, which the accounts file does not have',
    'data[2] names paypal, which the accounts file does not have',
  ]);
  expect(unknownAccounts(algorithm, null)).toEqual([]);
});

it('without an accounts file, accounts are named as the algorithm names them', () => {
  const simulation = new Simulation(one('stripe'), { against: null, accounts: null, show: 0 });
  simulation.take(payment(1, 100));
  const { algorithm } = simulation.result();
  expect(algorithm).toMatchObject({ accounts: [{ account: 'stripe', payments: 1, expected: null }], expected: null });
});

it('a rule without accounts leaves the payment to the first account of the default order', () => {
  const program = { rules: [], otherwise: { type: 'priority', choices: [] } } as const;
  expect(simulated({ type: 'advanced', program }, [payment(1, 100)]).result().algorithm.accounts).toMatchObject([
    { account: 'mca_s', connector: 'stripe', payments: 1 },
  ]);
  const simulation = new Simulation({ type: 'advanced', program }, { against: null, accounts: null, show: 0 });
  simulation.take(payment(1, 100));
  expect(simulation.result().algorithm.accounts).toMatchObject([{ account: 'default order', payments: 1 }]);
});
