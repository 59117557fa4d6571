import { namedAccountOf } from '@payorch/values';
import { readSplit } from './split-payments';

const stripe = { charge_type: 'destination', application_fees: 10, transfer_account_id: 'acct_1' };
const read = (changes: object) => readSplit({ stripe_split_payment: { ...stripe, ...changes } });

describe('split_payments', () => {
  it.each([[null], [undefined], ['stripe']])('%j is no split', (value) =>
    expect(readSplit(value)).toEqual({ kind: 'none' }),
  );

  it.each([[{ adyen_split_payment: { split_items: [] } }], [{ xendit_split_payment: {} }], [{}]])(
    '%j is no split that a connector has',
    (value) => expect(readSplit(value)).toEqual({ kind: 'other' }),
  );

  it.each([
    ['destination', null],
    [{ Stripe: 'destination' }, null],
    ['destination', 'acct_2'],
  ])('a charge of type %j on behalf of %j is read', (charge_type, on_behalf_of) =>
    expect(read({ charge_type, on_behalf_of })).toEqual({
      kind: 'split',
      split: { chargeType: 'destination', applicationFee: 10n, connectedAccount: 'acct_1', onBehalfOf: on_behalf_of },
    }),
  );

  it.each<[string, object]>([
    ['charge_type', { charge_type: 'separate' }],
    ['charge_type', { charge_type: { Stripe: 'direct', Adyen: 'x' } }],
    ['application_fees', { application_fees: -1 }],
    ['application_fees', { application_fees: 2 ** 60 }],
    ['transfer_account_id', { transfer_account_id: '' }],
    ['transfer_account_id', { transfer_account_id: 'acct_1\r\nauthorization: Bearer other' }],
    ['transfer_account_id', { transfer_account_id: 'acct 1' }],
    ['on_behalf_of', { on_behalf_of: 'acct_1\n' }],
    ['on_behalf_of', { charge_type: 'direct', on_behalf_of: 'acct_2' }],
  ])('the wrong value of %s is named: %j', (field, changes) =>
    expect(read(changes)).toEqual({
      kind: 'wrong',
      field: `split_payments.stripe_split_payment.${field}`,
      allowed: expect.stringMatching(/./) as string,
    }),
  );

  it('only a direct charge names the connected account in later calls', () => {
    const of = (charge_type: string) => {
      const one = read({ charge_type });
      return one.kind === 'split' ? namedAccountOf(one.split) : one;
    };
    expect(of('direct')).toEqual({ connectedAccount: 'acct_1' });
    expect(of('destination')).toEqual({});
    expect(namedAccountOf(undefined)).toEqual({});
  });
});
