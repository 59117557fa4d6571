import { isRefusal, refuse, type Outgoing, type Refusal } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { PaymentsEligibilityRequest } from '@payorch/rest';
import type { Sender } from '../../auth';
import { Eligibility } from './eligibility';

const merchantId = 'acme' as MerchantId;
const judgedCard = { bin: '424242', extendedBin: '42424242', fingerprint: 'f1', network: 'Visa', facts: null };
const sender = {
  merchant: {
    kind: 'client',
    merchantId,
    profileId: null,
    clientSecret: 'pay_1_secret_x',
    isSdk: false,
    account: { merchantId, accountVersion: 1, defaultProfileId: null, profiles: [{ profileId: 'pro_1' as ProfileId }] },
  },
  ip: '127.0.0.1',
  trace: { correlationId: 'req', traceparent: '00-1-2-01' },
} as unknown as Sender;

/** The verdict on a checkout, and what the owner of payments was asked. */
async function verdict(
  sent: Partial<PaymentsEligibilityRequest>,
  { status = 'requires_confirmation', judged = { refusedBecause: null } as object | Refusal } = {},
) {
  const asked: [string, unknown][] = [];
  const payment = { payment_id: 'pay_1', status, profile_id: 'pro_1', customer_id: null, manual_retry_allowed: null };
  const eligibility = new Eligibility(
    {
      query: ({ message, data }: Outgoing) => {
        asked.push([message.type, (data as { method?: unknown }).method]);
        const reply = message.type === 'payment.get' ? payment : judged;
        return Promise.resolve('kind' in reply ? (reply as Refusal) : Buffer.from(JSON.stringify(reply)));
      },
    },
    { isBlocked: () => Promise.resolve(false), storedFingerprint: () => Promise.resolve(null) },
    { judged: () => Promise.resolve(judgedCard) },
  );
  const found = await eligibility.check('pay_1', { payment_method_type: 'card', ...sent }, sender);
  if (isRefusal(found)) return { answer: found, asked };
  return { answer: found.response, surcharge: found.surcharge, asked };
}

it.each<[string, Partial<PaymentsEligibilityRequest>, object]>([
  [
    'an entered card',
    { payment_method_data: { card: { card_number: '4242424242424242' } }, payment_token: 'token_x' },
    { paymentMethod: 'card', card: judgedCard, walletCardType: null, isNew: true, paymentToken: 'token_x' },
  ],
  [
    'a token',
    { payment_token: 'token_x' },
    { paymentMethod: 'card', card: null, walletCardType: null, isNew: false, paymentToken: 'token_x' },
  ],
  [
    'the token of a saved card with its holder',
    { payment_token: 'token_x', payment_method_data: { card_token: { card_holder_name: 'Jo' } } as never },
    { paymentMethod: 'card', card: null, walletCardType: null, isNew: false, paymentToken: 'token_x' },
  ],
  ['nothing', {}, { paymentMethod: 'card', card: null, walletCardType: null, isNew: false, paymentToken: null }],
  [
    'a wallet that names its card',
    {
      payment_method_type: 'wallet',
      payment_method_data: { wallet: { apple_pay: { payment_method: { type: 'Debit' } } } } as never,
    },
    { paymentMethod: 'wallet', card: null, walletCardType: 'Debit', isNew: true, paymentToken: null },
  ],
])('%s is judged by the owner of payments', async (_, sent, method) => {
  const { answer, asked } = await verdict(sent);
  expect(answer).toEqual({ payment_id: 'pay_1', sdk_next_action: { next_action: 'confirm' } });
  expect(asked).toEqual([
    ['payment.get', undefined],
    ['payment.judge_method', method],
  ]);
});

it('the reason of the owner denies the checkout', async () => {
  const { answer } = await verdict({}, { judged: { refusedBecause: 'This payment method is blocked' } });
  expect(answer).toMatchObject({
    sdk_next_action: { next_action: { deny: { message: 'This payment method is blocked' } } },
  });
});

it('the surcharge of the owner is passed on, and a denial has none', async () => {
  const surcharge = { surcharge: { type: 'fixed', value: 10 } };
  expect((await verdict({}, { judged: { refusedBecause: null, surcharge } })).surcharge).toEqual(surcharge);
  expect((await verdict({})).surcharge).toBeNull();
  expect((await verdict({}, { status: 'succeeded' })).surcharge).toBeNull();
});

it('the type that the checkout names is judged with the payment method', async () => {
  const { asked } = await verdict({ payment_method_type: 'wallet', payment_method_subtype: 'paypal' } as never);
  expect(asked[1]).toMatchObject(['payment.judge_method', { paymentMethod: 'wallet', paymentMethodType: 'paypal' }]);
});

it('a payment that cannot be confirmed is denied without a question about its payment method', async () => {
  const { answer, asked } = await verdict({}, { status: 'succeeded' });
  expect(answer).toMatchObject({ sdk_next_action: { next_action: { deny: {} } } });
  expect(asked).toHaveLength(1);
});

it('a refusal of the owner is answered', async () => {
  expect((await verdict({}, { judged: refuse('no_reply') })).answer).toEqual(refuse('no_reply'));
});
