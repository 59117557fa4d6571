import { readPlans } from './installment-plans';

const plan = { number_of_installments: [3, 6], billing_frequency: 'month', interest_rate: 1.15 };
const read = (changes: object) => readPlans([{ payment_method: 'card', installments: [{ ...plan, ...changes }] }]);
const allowedIn = {
  number_of_installments: 'one or more whole numbers from 1 to 255, each once for a payment method and frequency',
  billing_frequency: 'month',
  interest_rate: '0 to 100, with at most two decimals',
};
const wrong = (field: string, option = 0) => ({
  kind: 'wrong',
  field: `installment_options[${option}].installments[0].${field}`,
  allowed: allowedIn[field as keyof typeof allowedIn],
});

describe('the plans of installment_options', () => {
  it.each([[undefined], [null], [[]]])('%j has none', (value) => expect(readPlans(value)).toEqual({ kind: 'none' }));

  it('are one for each number of installments', () =>
    expect(read({})).toEqual({
      kind: 'plans',
      plans: [3, 6].map((count) => ({ paymentMethod: 'card', count, frequency: 'month', interestRate: 1.15 })),
    }));

  it.each<[object, readonly number[]]>([
    [{ number_of_installments: 12 }, [12]],
    [{ number_of_installments: [1] }, [1]],
    [{ number_of_installments: [255], interest_rate: 0 }, [255]],
    [{ number_of_installments: [2], interest_rate: 100 }, [2]],
    [{ number_of_installments: [2], interest_rate: 99.99 }, [2]],
  ])('%j is accepted', (changes, counts) =>
    expect(read(changes)).toMatchObject({ kind: 'plans', plans: counts.map((count) => ({ count })) }),
  );

  it.each<[object, string]>([
    [{ number_of_installments: 0 }, 'number_of_installments'],
    [{ number_of_installments: [] }, 'number_of_installments'],
    [{ number_of_installments: [3, 0] }, 'number_of_installments'],
    [{ number_of_installments: [2.5] }, 'number_of_installments'],
    [{ number_of_installments: [256] }, 'number_of_installments'],
    [{ number_of_installments: '3' }, 'number_of_installments'],
    [{ number_of_installments: [3, 3] }, 'number_of_installments'],
    [{ billing_frequency: 'week' }, 'billing_frequency'],
    [{ interest_rate: -1 }, 'interest_rate'],
    [{ interest_rate: 100.01 }, 'interest_rate'],
    [{ interest_rate: 1.155 }, 'interest_rate'],
    [{ interest_rate: 1e-7 }, 'interest_rate'],
  ])('%j is wrong', (changes, field) => expect(read(changes)).toEqual(wrong(field)));

  it('differ in what a choice names, also between entries of one payment method', () => {
    const option = (payment_method: string) => ({ payment_method, installments: [plan] });
    expect(readPlans([option('card'), option('card')])).toEqual(wrong('number_of_installments', 1));
    expect(readPlans([option('card'), option('pay_later')])).toMatchObject({ kind: 'plans' });
  });
});
