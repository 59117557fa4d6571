import { savedIdOf } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { aContext, aDestination, aPayout, after, merchantId, payoutId } from '../../test/builders';
import { nameDestination } from '../domain/decide/name-destination';
import type { Payout } from '../domain/payout';
import { destinationToSave } from './saved-destination';

const recurring = (payout: Payout, more: Partial<Payout> = {}): Payout =>
  ({ ...payout, fields: { ...payout.fields, recurring: true }, ...more }) as Payout;
const before = recurring(aPayout.fulfilling());
const paid = recurring(aPayout.success());

describe('a recurring payout', () => {
  it('that has succeeded has its account saved for its customer, under the same id each time', () => {
    const [message, ...others] = destinationToSave(before, paid);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      message: { type: 'payment_method.save_destination' },
      data: {
        merchantId,
        payoutId,
        paymentMethodId: savedIdOf(merchantId, 'customer_1' as CustomerId, 'f1'),
        fields: {
          customerId: 'customer_1',
          paymentMethod: 'bank_transfer',
          paymentMethodType: 'sepa_bank_transfer',
        },
        data: {
          kind: 'other',
          data: aDestination().sealed,
          shown: aDestination().shown,
          payoutAccount: { type: 'bank', methodType: 'sepa', fingerprint: 'f1' },
        },
      },
    });
  });

  it.each<[string, Payout | undefined, Payout]>([
    ['that is not recurring', aPayout.fulfilling(), aPayout.success()],
    ['that is on its way', before, recurring(aPayout.initiated())],
    ['that had succeeded before', paid, paid],
    ['whose destination is a saved one', before, recurring(aPayout.success(), { payoutMethodId: 'pm_1' })],
    ['whose recipient was deleted', before, recurring(aPayout.success(), { isRedacted: true })],
    ['without its destination', before, recurring(aPayout.success(), { destination: null })],
    [
      'without a customer',
      before,
      recurring(aPayout.success(), { fields: { ...paid.fields, recurring: true, customerId: null } }),
    ],
  ])('%s saves nothing', (_, from, to) => expect(destinationToSave(from, to)).toEqual([]));
});

describe('the answer about the saved destination', () => {
  const saved = { merchantId, payoutId, payoutMethodId: 'pm_9' };

  it('is the payment method that the payout shows', () =>
    expect(after(nameDestination(paid, saved), paid, aContext().now).payoutMethodId).toBe('pm_9'));

  it.each<[string, Payout | undefined]>([
    ['of an unknown payout', undefined],
    ['that came before', { ...paid, payoutMethodId: 'pm_1' }],
    ['after the deletion of the recipient', { ...paid, isRedacted: true }],
  ])('%s changes nothing', (_, payout) => expect(nameDestination(payout, saved)).toMatchObject({ kind: 'unchanged' }));
});
