import type { DataOf, paymentMethodMigrate, ReferenceSent } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { aCard, firstAccount, later, merchantId, now, profileId, secondAccount } from '../../../test/fixtures';
import { aSavedCard, customerId } from '../../../test/payment-methods';
import { migratePaymentMethod } from './migrate-payment-method';

type Command = DataOf<typeof paymentMethodMigrate>;

const reference = (given: Partial<ReferenceSent> = {}): ReferenceSent => ({
  account: firstAccount,
  profileId,
  mandateReference: 'pm_at_first',
  customerReference: 'cus_at_first',
  ...given,
});
const { sealedNumber: _, ...referencedCard } = { ...aCard, cvc: 'absent' as const, fingerprint: 'of the reference' };
const masked = { kind: 'referenced_card', card: referencedCard, nickName: 'mine' } as const;
const whole = { kind: 'card', card: { ...aCard, cvc: 'absent' }, nickName: null } as const;
const migrating = (given: Partial<Command> = {}): Command => ({
  merchantId,
  paymentMethodId: 'pm_1',
  fields: {
    customerId,
    paymentMethod: 'card',
    paymentMethodType: null,
    issuer: null,
    issuerCode: null,
    metadata: null,
    billing: null,
  },
  data: masked,
  references: [reference()],
  networkTransactionId: null,
  ...given,
});
const context = { isCustomerKnown: true, now };
const migrate = (given: Partial<Command> = {}, known = undefined as ReturnType<typeof aSavedCard> | undefined) =>
  migratePaymentMethod(known, migrating(given), context);

describe('a payment method from another system', () => {
  it('with a masked card is active, has no number, and is charged by its reference', () =>
    expect(migrate()).toMatchObject({
      status: 'active',
      version: 1,
      clientSecret: null,
      details: { nickName: 'mine' },
      networkTransactionId: null,
      method: { card: { ...referencedCard, sealedNumber: null }, sealedData: null },
      references: { mca_1: reference() },
    }));

  it('with a whole card has its seal and the card network’s id', () =>
    expect(migrate({ data: whole, networkTransactionId: 'MCC1', references: [] })).toMatchObject({
      method: { card: whole.card },
      networkTransactionId: 'MCC1',
      references: {},
    }));

  it('without a card is its reference alone', () => {
    const fields = { ...migrating().fields, paymentMethod: 'bank_debit', paymentMethodType: 'sepa' };
    expect(migrate({ data: null, fields })).toMatchObject({
      status: 'active',
      method: { paymentMethod: 'bank_debit', card: null },
      references: { mca_1: reference() },
    });
  });

  it('that is sent again takes its data, and what is left out stays', () => {
    const known = aSavedCard({
      version: 3,
      isDefault: true,
      createdAt: later(-10),
      networkTransactionId: 'MCC1',
      references: {
        mca_1: reference({ original: { amount: 5, currency: 'EUR' } }),
        mca_2: reference({ account: secondAccount }),
      },
    });
    const again = migrate({ references: [reference({ mandateReference: 'pm_new', customerReference: null })] }, known);
    expect(again).toMatchObject({
      version: 4,
      isDefault: true,
      createdAt: later(-10),
      networkTransactionId: 'MCC1',
      clientSecret: known.clientSecret,
      lastUsedAt: now,
      method: { paymentMethodType: 'credit' },
      references: {
        mca_1: reference({ mandateReference: 'pm_new', original: { amount: 5, currency: 'EUR' } }),
        mca_2: reference({ account: secondAccount }),
      },
    });
  });

  it('that is sent again unchanged is equal but for its version', () => {
    const first = migrate();
    if (isRefusal(first)) throw new Error(first.code);
    expect(migrate({}, first)).toEqual({ ...first, version: 2 });
  });

  it.each([
    ['of an unknown or deleted customer', undefined, { ...context, isCustomerKnown: false }, 'customer_not_found'],
    ['of another customer', aSavedCard({ customerId: 'cus_b' as never }), context, 'payment_method_not_found'],
  ])('%s is refused', (__, known, given, code) =>
    expect(migratePaymentMethod(known, migrating(), given)).toMatchObject({ kind: 'refused', code }),
  );
});
