import type { PayoutChanges } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { changed } from './change-payout';
import type { Payout } from './payout';

const customer = { name: 'Ada', email: null, phone: null, phoneCountryCode: null };
const fields = { money: money(6540n, 'EUR'), description: null, metadata: null, customer };
const payout = { state: 'requires_confirmation', fields, destination: null } as unknown as Payout;

function fieldsAfter(changes: object) {
  const after = changed(payout, { changes: changes as PayoutChanges, destination: null, payoutMethodId: null });
  if (isRefusal(after)) throw new Error('the change was refused');
  return after.fields;
}

describe('the fields of a payout after a change', () => {
  it.each([
    [{ amount: 7000n }, money(7000n, 'EUR')],
    [{ currency: 'USD' }, money(6540n, 'USD')],
    [{ amount: 1n, currency: 'JPY' }, money(1n, 'JPY')],
    [{}, money(6540n, 'EUR')],
  ])('amount and currency change apart: %p', (changes, expected) =>
    expect(fieldsAfter(changes)).toEqual({ ...fields, money: expected }),
  );

  it('an absent field stays, null of the customer too', () =>
    expect(
      fieldsAfter({
        description: 'Winnings',
        metadata: undefined,
        customer: { ...customer, name: null, email: 'a@b.c' },
      }),
    ).toEqual({ ...fields, description: 'Winnings', customer: { ...customer, email: 'a@b.c' } }));
});
