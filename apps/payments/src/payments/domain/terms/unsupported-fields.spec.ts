import { minorUnits } from '@payorch/kernel';
import type { Json, PaymentFields } from '@payorch/contracts';
import { cardFields, create, effectsOf, kindsOf } from '../../../../test/builders';

const confirmed = (details: Readonly<Record<string, Json>>, more: Partial<PaymentFields> = {}) =>
  create(cardFields({ ...more, details }), true);
const threeDs = { authenticationType: 'three_ds' } as const;
const sealedMethodData = {
  reference: 'data_1' as NonNullable<PaymentFields['sealedMethodData']>['reference'],
  sealed: 'jwe',
};

describe('an unsupported field', () => {
  it.each<[string, Json, Partial<PaymentFields>]>([
    ['external_surcharge_strategy', 'apply', {}],
    ['request_external_three_ds_authentication', true, { ...threeDs, amount: minorUnits(0n) }],
  ])('%s is refused by name when the payment is confirmed with it', (field, value, more) => {
    expect(confirmed({ [field]: value }, more)).toMatchObject({
      kind: 'refused',
      code: 'not_implemented',
      details: { message: `${field} is not implemented` },
    });
    expect(create(cardFields({ ...more, details: { [field]: value } }), false).kind).toBe('decided');
  });

  it.each<[string, Json, Partial<PaymentFields>]>([
    ['installment_data', null, {}],
    ['external_surcharge_strategy', 'waive', {}],
    ['request_external_three_ds_authentication', true, {}],
    ['request_external_three_ds_authentication', false, threeDs],
    [
      'request_external_three_ds_authentication',
      true,
      { ...threeDs, paymentMethod: 'wallet', paymentMethodType: 'paypal', sealedMethodData, card: undefined },
    ],
  ])('%s as %j is accepted where its value has no effect', (field, value, more) =>
    expect(kindsOf(confirmed({ [field]: value }, more))).toContain('route'),
  );

  it.each<[Json, string | null]>([
    [null, null],
    [{ stripe_split_payment: { charge_type: 'direct', application_fees: 1, transfer_account_id: 'a' } }, 'stripe'],
    [{ adyen_split_payment: { store: 's', split_items: [] } }, 'adyen'],
  ])('a split %j reaches routing', (split, splitAt) =>
    expect(effectsOf(confirmed({ split_payments: split }))[0]).toMatchObject({ kind: 'route', splitAt }),
  );
});
