import type { DataOf, paymentMethodCreate, paymentMethodSaveV2 } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { aCard, later, merchantId, now } from '../../../test/fixtures';
import { aSavedCard, aSavedWallet, aWalletToken, customerId } from '../../../test/payment-methods';
import { deletePaymentMethod, savePaymentMethod, setDefault, updatePaymentMethod } from './change-payment-method';
import { createPaymentMethod } from './create-payment-method';
import { paymentMethodStatuses, type SavedPaymentMethod } from './payment-method';

const about = { merchantId, paymentMethodId: 'pm_1' };
const card = { ...aCard, cvc: 'absent' as const, expiryYear: '40' };
const data = { kind: 'card', card, nickName: 'mine' } as const;
type Create = DataOf<typeof paymentMethodCreate>;
const creating = (given: Partial<Create> = {}): Create => ({
  ...about,
  fields: {
    customerId,
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    issuer: null,
    issuerCode: null,
    metadata: { a: 1 },
    billing: null,
  },
  data,
  ...given,
});
const context = { isCustomerKnown: true, now, randomText: (length: number) => 'x'.repeat(length) };
const saving: DataOf<typeof paymentMethodSaveV2> = {
  ...about,
  clientSecret: 'pm_1_secret_x',
  paymentMethod: 'card',
  paymentMethodType: null,
  data,
};
const token = { kind: 'other', data: { reference: 'data_2' as never, sealed: 's' }, shown: {} } as const;
const savingWallet = {
  ...saving,
  paymentMethod: 'wallet',
  paymentMethodType: 'google_pay',
  data: { ...token, walletToken: aWalletToken },
};
const awaiting = (given: Partial<SavedPaymentMethod> = {}) =>
  aSavedCard({ status: 'awaiting_data', method: { ...aSavedCard().method, card: null }, ...given });
const alone = { now, sameOf: () => undefined };
const code = (result: unknown) => (isRefusal(result) ? result.code : 'done');

describe('the creation of a payment method', () => {
  it.each([
    ['with a card', {}, 'active'],
    ['without data', { data: null }, 'awaiting_data'],
  ] as const)('%s makes it %s', (_, given, status) =>
    expect(createPaymentMethod(undefined, creating(given), context)).toMatchObject({
      status,
      version: 1,
      clientSecret: { secret: `pm_1_secret_${'x'.repeat(20)}`, expiresAt: later(900) },
    }),
  );

  it('of a card that the customer has changes the known one, and keeps what is not sent', () => {
    const details = { nickName: 'old', issuer: 'bank', issuerCode: null, metadata: { b: 2 }, billing: null };
    const known = aSavedCard({ version: 3, details, isDefault: true, createdAt: later(-10) });
    const changed = createPaymentMethod(known, creating(), context);
    expect(changed).toMatchObject({
      version: 4,
      isDefault: true,
      createdAt: later(-10),
      method: { card },
      details: { nickName: 'mine', issuer: 'bank', metadata: { a: 1 } },
    });
  });

  it('needs a customer of the merchant', () =>
    expect(code(createPaymentMethod(undefined, creating(), { ...context, isCustomerKnown: false }))).toBe(
      'customer_not_found',
    ));
});

describe('a card that is added later', () => {
  it.each(paymentMethodStatuses)('to a payment method with status %s', (status) => {
    const result = savePaymentMethod(awaiting({ status }), saving, alone);
    expect(code(result)).toBe(status === 'awaiting_data' ? 'done' : 'client_secret_expired');
  });

  it.each([
    ['of an unknown payment method', undefined, saving, 'payment_method_not_found'],
    ['with another secret', awaiting(), { ...saving, clientSecret: 'pm_2_secret_x' }, 'client_secret_invalid'],
    ['without a secret that could be right', awaiting({ clientSecret: null }), saving, 'client_secret_invalid'],
    [
      'after the secret’s time',
      awaiting({ clientSecret: { secret: 'pm_1_secret_x', expiresAt: later(-1) } }),
      saving,
      'client_secret_expired',
    ],
    [
      'to another method',
      awaiting({ method: { ...awaiting().method, paymentMethod: 'wallet' } }),
      saving,
      'invalid_request',
    ],
  ] as const)('%s is refused', (_, known, command, refused) =>
    expect(code(savePaymentMethod(known, command, alone))).toBe(refused),
  );

  it('goes to the payment method that has the same card', () => {
    const same = aSavedCard({ paymentMethodId: 'pm_2', version: 5 });
    expect(savePaymentMethod(awaiting(), saving, { now, sameOf: () => same })).toMatchObject({
      awaiting: { paymentMethodId: 'pm_1', status: 'inactive', method: { card: null } },
      same: { paymentMethodId: 'pm_2', version: 6, status: 'active', method: { card } },
    });
  });

  const awaitingWallet = (paymentMethodType: string | null) =>
    awaiting({ method: { ...awaiting().method, paymentMethod: 'wallet', paymentMethodType } });

  it.each([null, 'google_pay'])('may be the token of a wallet that awaits the type %s', (type) =>
    expect(savePaymentMethod(awaitingWallet(type), savingWallet, alone)).toMatchObject({
      awaiting: {
        status: 'active',
        method: { paymentMethodType: 'google_pay', card: null, sealedData: token.data, walletToken: aWalletToken },
      },
    }),
  );

  it('is not the token of another wallet', () =>
    expect(code(savePaymentMethod(awaitingWallet('apple_pay'), savingWallet, alone))).toBe('invalid_request'));
});

describe('an update', () => {
  const sent = { expiryMonth: '11', expiryYear: '36', holderName: 'Ada' };
  const merchants = { ...about, caller: { kind: 'merchant' }, card: sent } as const;
  const clients = { ...merchants, caller: { kind: 'client', clientSecret: 'pm_1_secret_x' } } as const;

  it('changes what is sent', () => {
    const details = { ...aSavedCard().details, nickName: 'old' };
    const update = (nickName?: string | null) =>
      updatePaymentMethod(
        aSavedCard({ details }),
        { ...merchants, card: { ...sent, ...(nickName !== undefined && { nickName }) } },
        now,
      );
    expect(update()).toMatchObject({ version: 2, method: { card: sent }, details: { nickName: 'old' } });
    expect(update('new')).toMatchObject({ details: { nickName: 'new' } });
    expect(update(null)).toMatchObject({ details: { nickName: null } });
  });

  it.each([
    ['by a client', aSavedCard(), clients, 'done'],
    ['by a client with another secret', aSavedCard({ clientSecret: null }), clients, 'client_secret_invalid'],
    ['of an unknown payment method', undefined, merchants, 'payment_method_not_found'],
    ['of one that awaits its data', awaiting(), merchants, 'method_not_supported'],
    ['without a card', aSavedCard(), { ...merchants, card: null }, 'method_not_supported'],
    ['of another method', awaiting({ status: 'active' }), merchants, 'method_not_supported'],
  ] as const)('%s: %s', (_, known, command, result) =>
    expect(code(updatePaymentMethod(known, command, now))).toBe(result),
  );
});

describe('an update of a wallet', () => {
  const sent = { expiryMonth: '11', expiryYear: '36' };
  const update = (known: SavedPaymentMethod) =>
    updatePaymentMethod(known, { ...about, caller: { kind: 'merchant' }, card: null, wallet: sent }, now);

  it('changes the expiry of its token, and nothing else of it', () =>
    expect(update(aSavedWallet())).toEqual({
      ...aSavedWallet(),
      version: 2,
      method: { ...aSavedWallet().method, walletToken: { ...aWalletToken, ...sent } },
    }));

  it('does not change a card', () => expect(code(update(aSavedCard()))).toBe('method_not_supported'));
});

describe('the default payment method', () => {
  it.each([
    ['alone', { isDefault: true, hasOthers: false }, 'done'],
    ['beside others', { isDefault: true, hasOthers: true }, 'default_payment_method'],
    ['that is another one', { isDefault: false, hasOthers: true }, 'done'],
  ])('%s is deleted: %s', (_, given, result) =>
    expect(code(deletePaymentMethod(aSavedCard(given), about, now))).toBe(result),
  );

  const setting = { ...about, fields: { customerId } };
  it.each([
    ['an active one', aSavedCard(), 'done'],
    ['the present one', aSavedCard({ isDefault: true }), 'precondition_failed'],
    ['one without data', awaiting(), 'precondition_failed'],
    ['one of another customer', aSavedCard({ customerId: 'cus_b' as never }), 'precondition_failed'],
    ['an unknown one', undefined, 'payment_method_not_found'],
  ])('becomes %s: %s', (_, known, result) =>
    expect(code(setDefault(known, setting, { now, isCustomerKnown: true }))).toBe(result),
  );

  it('needs a known customer', () =>
    expect(code(setDefault(aSavedCard(), setting, { now, isCustomerKnown: false }))).toBe('customer_not_found'));
});
