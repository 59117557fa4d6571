import type { Json } from '@payorch/contracts';
import { firstAccount, later, merchantId, now, profileId, aProfile } from '../../../test/fixtures';
import { aSavedCard } from '../../../test/payment-methods';
import { Secret } from '@payorch/kernel';
import type { ProcessorReference, SavedPaymentMethod } from '../domain/payment-method';
import { PaymentTokens } from '../domain/payment-tokens';
import { paymentMethodListView, type ListContext } from './payment-method-list.view';
import { listContextOf } from './payment-method.queries';

const tokens = new PaymentTokens([new Secret('01'.repeat(32))]);
const reference: ProcessorReference = {
  account: firstAccount,
  profileId,
  mandateReference: 'pm_stripe',
  customerReference: null,
};
const stored = aSavedCard({ references: { mca_1: reference } });
const context: ListContext = {
  tokenOf: () => 'token_1',
  isRecurring: () => false,
  asksForCvc: true,
  isOffSession: false,
  isGuest: null,
};
const entriesOf = (saved: SavedPaymentMethod, changes: Partial<ListContext> = {}): Record<string, Json>[] => {
  const body = JSON.parse(paymentMethodListView([saved], { ...context, ...changes }).toString()) as {
    customer_payment_methods: Record<string, Json>[];
  };
  return body.customer_payment_methods;
};

const aPayoutAccount: SavedPaymentMethod = {
  ...aSavedCard(),
  method: {
    paymentMethod: 'bank_transfer',
    paymentMethodType: 'sepa_bank_transfer',
    card: null,
    sealedData: { reference: 'data_1' as never, sealed: 'sealed' },
    paymentMethodData: { bank: { iban: '**************9112' } },
    payoutAccount: { type: 'bank', methodType: 'sepa', fingerprint: 'fp' },
  },
};

it('an account for payouts is in the list of its customer, masked, and in none of a payment', () => {
  const shown = { payment_method: 'bank_transfer', bank: { mask: '9112' }, requires_cvv: false, card: null };
  expect(entriesOf(aPayoutAccount, { asksForCvc: false })).toMatchObject([shown]);
  expect(JSON.stringify(entriesOf(aPayoutAccount))).not.toContain('sealed');
  expect(entriesOf(aPayoutAccount, { isGuest: false })).toEqual([]);
});

describe('an entry of a list', () => {
  it.each<[string, SavedPaymentMethod, Partial<ListContext>, object | undefined]>([
    ['asks for the CVC', stored, {}, { requires_cvv: true, recurring_enabled: false }],
    [
      'asks for none later, where the processor has the card',
      stored,
      { isOffSession: true, isRecurring: () => true },
      { requires_cvv: false, recurring_enabled: true },
    ],
    [
      'asks for it later, where no processor has the card',
      aSavedCard(),
      { isOffSession: true },
      { requires_cvv: true },
    ],
    ['is left out without a CVC and an account', stored, { asksForCvc: false }, undefined],
    ['is left out later, where no account can charge it', stored, { isOffSession: true }, undefined],
    [
      'needs no CVC where the merchant asks for none',
      stored,
      { asksForCvc: false, isRecurring: () => true },
      { requires_cvv: false },
    ],
  ])('%s', (_, saved, changes, expected) =>
    expect(entriesOf(saved, changes)).toEqual(expected ? [expect.objectContaining(expected)] : []),
  );

  it('shows the billing address of the payment that saved it', () => {
    const method = { ...stored.method, paymentMethodData: { billing: { email: 'a@b.c' } } };
    expect(entriesOf({ ...stored, method })[0]).toMatchObject({ billing: { email: 'a@b.c' }, bank: null });
  });
});

it('an entry has the data of its payment method for a client SDK alone', () => {
  const wallet = { google_pay: { last4: '3478', card_network: 'Visa', type: 'CARD' } };
  const saved = { ...stored, method: { ...stored.method, card: null, paymentMethodData: { wallet } } };
  expect(entriesOf(saved)[0]).not.toHaveProperty('payment_method_data');
  expect(entriesOf(saved, { showsData: true })[0]).toMatchObject({ payment_method_data: { wallet } });
});

describe('the context of a list', () => {
  const account = (more: object) => ({ disabled: false, profileId, ...more });
  const settings = (more: object = {}, fulfillment?: number, config?: string) => ({
    profile: () => ({ ...aProfile, ...(fulfillment !== undefined && { intentFulfillmentSeconds: fulfillment }) }),
    account: () => account(more) as never,
    global: { config: (key: string) => (key === `${merchantId}_requires_cvv` ? config : undefined) },
  });
  const contextOf = (...given: Parameters<typeof settings>) =>
    listContextOf({ settings: settings(...given), tokens, now: () => now }, merchantId, profileId);

  it.each([
    [60, later(60)],
    [undefined, later(900)],
  ])('a profile with %s s makes tokens until %s', (seconds, expiresAt) =>
    expect(contextOf({}, seconds).tokenOf(stored)).toBe(tokens.tokenOf(stored, expiresAt)),
  );

  it.each([
    [{}, true],
    [{ disabled: true }, false],
    [{ profileId: 'pro_other' }, false],
  ])('an account with %j charges without the customer: %s', (more, isRecurring) =>
    expect(contextOf(more).isRecurring(stored)).toBe(isRecurring),
  );

  it.each([
    [undefined, true],
    ['false', false],
  ])('the operator’s setting %s asks for a CVC: %s', (config, asksForCvc) =>
    expect(contextOf({}, undefined, config).asksForCvc).toBe(asksForCvc),
  );
});
