import { sampleOperation } from '@payorch/connector-kit/conformance';
import type { PayoutDestinationData } from '@payorch/contracts';
import { counterpartyOf } from './counterparty';
import { beneficiaryReferenceOf, descriptionOf, nameOf } from './texts';

describe('what banks get to read', () => {
  it.each([
    ['Grüße, José!', 'Gru e, Jose'],
    ['Rent (May) + 5.50', 'Rent (May) + 5.50'],
    ['a\n\tb  c', 'a b c'],
    ['日本', ''],
  ])('the description %j is sent as %j', (text, sent) => expect(descriptionOf(text)).toBe(sent));

  it('a description has 140 characters, and none at its end is a space', () => {
    expect(descriptionOf(`${'a'.repeat(139)} b`)).toBe('a'.repeat(139));
    expect(descriptionOf(null)).toBe('');
  });

  it('a name keeps letters, digits and marks that Adyen takes', () => {
    expect(nameOf("O'Neill-Núñez & Søn Ltd.")).toBe('O Neill-Nunez S n Ltd.');
    expect(nameOf(undefined)).toBe('');
  });

  it('the reference for the recipient has letters and digits, at most 35', () => {
    expect(beneficiaryReferenceOf('payout_aB3')).toBe('payoutaB3');
    expect(beneficiaryReferenceOf('x'.repeat(40))).toHaveLength(35);
  });
});

describe('the counterparty', () => {
  const to = (changes: Readonly<Record<string, unknown>>) => counterpartyOf(sampleOperation('payoutFulfill', changes));

  it('the name at the bank comes before that of the billing address, and that before the customer', () => {
    const own = {
      kind: 'ach',
      accountNumber: '1',
      routingNumber: '2',
      bankName: null,
      bankCountry: null,
      bankCity: null,
    };
    const billing = { address: { first_name: 'B', last_name: 'A' } };
    const named = (accountHolderName: string | null, rest: { readonly billing?: object }) =>
      to({ destination: { ...own, accountHolderName }, ...rest });
    const holder = (fullName: string) => ({
      counterparty: { bankAccount: { accountHolder: { fullName } } },
    });
    expect(named('At Bank', { billing })).toMatchObject(holder('At Bank'));
    expect(named(null, { billing })).toMatchObject(holder('B A'));
    expect(named(null, {})).toMatchObject(holder('Ada Lovelace'));
  });

  it('a destination that no capability names builds no request', () => {
    const destination: PayoutDestinationData = { kind: 'venmo', phone: '1' };
    expect(() => to({ destination })).toThrow('no transfer goes to venmo');
    expect(() => to({ destination: null })).toThrow('has no destination');
  });
});
