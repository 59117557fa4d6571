import {
  aMerchant,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const open = async (more: object = {}, at = merchant): Promise<Json> =>
  ok(await at.api.post('/payments', { amount: 6540, currency: 'USD', ...more }));
const entered = (card_number: string) => ({ payment_method_data: { card: { card_number } } });

/** Both routes must say the same of a payment. */
async function verdict({ payment_id, client_secret }: Json, body: object = {}, at = merchant): Promise<unknown> {
  const ask = async (route: string) =>
    ok(
      await at.client.post(`/payments/${payment_id}/${route}`, { client_secret, payment_method_type: 'card', ...body }),
    ).sdk_next_action.next_action as unknown;
  const [first, second] = [await ask('eligibility'), await ask('eligibility_check')];
  expect(second).toEqual(first);
  return first;
}
const denied = (message: string) => ({ deny: { message } });
const onList = denied('This payment method is blocked');
const messageOfConfirm = async ({ payment_id }: Json, body: object, at = merchant): Promise<unknown> =>
  (await at.api.post(`/payments/${payment_id}/confirm`, body)).body.error?.message;

describe('the eligibility of a checkout and the blocklist', () => {
  afterAll(async () => {
    ok(await merchant.api.post('/blocklist/toggle?status=false'));
  });

  it('denies an entered card on the list, as the confirmation does', async () => {
    const payment = await open();
    ok(await merchant.api.post('/blocklist', { type: 'card_bin', data: '424242' }));
    expect(await verdict(payment, entered(cards.succeeds))).toBe('confirm');
    ok(await merchant.api.post('/blocklist/toggle?status=true'));
    expect(await verdict(payment, entered(cards.succeeds))).toEqual(onList);
    expect(await verdict(payment, entered('5105105105105100'))).toBe('confirm');
    expect(await messageOfConfirm(payment, cardFields())).toBe(onList.deny.message);
  });

  it('denies the card that the payment has already', async () => {
    const payment = await open(cardFields());
    expect(await verdict(payment)).toEqual(onList);
  });

  it('denies a saved card by its token, and the token of another customer', async () => {
    const customer_id = `cus_${Date.now()}`;
    ok(await merchant.api.post('/blocklist/toggle?status=false'));
    const acceptance = { acceptance_type: 'offline', accepted_at: '2026-01-05T10:00:00.000Z' };
    const saving = { customer_id, setup_future_usage: 'on_session', customer_acceptance: acceptance };
    ok(await merchant.api.post('/payments', paymentBody(saving)));
    const list = ok(await merchant.api.get(`/customers/${customer_id}/payment_methods`));
    const { payment_token } = list.customer_payment_methods[0] as Json;
    const payment = await open({ customer_id });
    expect(await verdict(payment, { payment_token })).toBe('confirm');
    ok(await merchant.api.post('/blocklist/toggle?status=true'));
    expect(await verdict(payment, { payment_token })).toEqual(onList);
    const expired = denied('Token is invalid or expired');
    // The token of a customer serves no payment of another one.
    expect(await verdict(await open(), { payment_token })).toEqual(expired);
    expect(await verdict(payment, { payment_token: 'token_00000000000000000000' })).toEqual(expired);
  });

  it('denies a card on the list where the operator’s config switches the guard on', async () => {
    const shop = await aMerchant(system);
    const payment = await open({}, shop);
    ok(await shop.api.post('/blocklist', { type: 'card_bin', data: '424242' }));
    expect(await verdict(payment, entered(cards.succeeds), shop)).toBe('confirm');
    const key = `guard_blocklist_for_${shop.merchantId}`;
    ok(await system.admin.post('/configs/', { key, value: 'true' }));
    await eventually(async () => {
      expect(await verdict(payment, entered(cards.succeeds), shop)).toEqual(onList);
      return true;
    });
    expect(await messageOfConfirm(payment, cardFields(), shop)).toBe(onList.deny.message);
    ok(await system.admin.raw('DELETE', `/configs/${key}`));
  });

  it('asks only the list of its own merchant', async () => {
    const other = await aMerchant(system);
    ok(await other.api.post('/blocklist/toggle?status=true'));
    expect(await verdict(await open({}, other), entered(cards.succeeds), other)).toBe('confirm');
  });
});

describe('the eligibility of a checkout and the rules of its profile', () => {
  it('denies a card that the profile blocks, with the message of the confirmation', async () => {
    const strict = await aMerchant(system);
    const path = `/account/${strict.merchantId}/business_profile/${strict.profileId}`;
    const unknown = '4000056655665556';
    const payment = await open({}, strict);
    expect(await verdict(payment, entered(unknown), strict)).toBe('confirm');
    const rules = { card_types: ['credit'], block_if_bin_info_unavailable: true };
    ok(await strict.api.post(path, { payment_method_blocking: { card: rules } }));
    const message = "We're unable to accept this card, please try another card or a different payment method";
    expect(await verdict(payment, entered(unknown), strict)).toEqual(denied(message));
    expect(await messageOfConfirm(payment, cardFields(unknown), strict)).toBe(message);
  });

  it('denies a wallet whose card the profile blocks', async () => {
    const strict = await aMerchant(system);
    const path = `/account/${strict.merchantId}/business_profile/${strict.profileId}`;
    ok(await strict.api.post(path, { payment_method_blocking: { wallet: { card_types: ['debit'] } } }));
    const wallet = (type: string) => ({
      payment_method_type: 'wallet',
      payment_method_data: {
        wallet: {
          apple_pay: {
            payment_data: 'token',
            payment_method: { display_name: 'Visa 4242', network: 'Visa', type },
            transaction_identifier: 'id',
          },
        },
      },
    });
    const payment = await open({}, strict);
    const message = 'Wallets with cards of this type are blocked';
    expect(await verdict(payment, wallet('debit'), strict)).toEqual(denied(message));
    expect(await verdict(payment, wallet('credit'), strict)).toBe('confirm');
  });
});
