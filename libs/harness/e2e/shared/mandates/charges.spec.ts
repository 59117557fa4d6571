import { connectorBody, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { absent, merchantOnly, precondition, statusAndBody } from '../../support/wire';
import { atStripe, intentOf, secretKey } from '../stripe/at-stripe';

/** Charges without the customer of payment methods that the merchant names in other ways than by an id of ours. */
const system = sharedSystem();
let merchant: TestMerchant;
let saved: Json;
let second: Json;
const acceptance = { acceptance_type: 'offline', accepted_at: '2026-01-05T10:00:00.000Z' };

beforeAll(async () => {
  merchant = await atStripe(system);
  const storing = { customer_id: 'cus_a', setup_future_usage: 'off_session', customer_acceptance: acceptance };
  saved = ok(await merchant.api.post('/payments', paymentBody(storing)));
  const { merchantId, profileId } = merchant;
  const details = { auth_type: 'HeaderKey', api_key: secretKey };
  const body = connectorBody('stripe', {
    connector_account_details: details,
    profile_id: profileId,
    connector_label: 'second',
  });
  second = ok(await merchant.api.post(`/account/${merchantId}/connectors`, body));
});

const money = { amount: 1500, currency: 'USD', confirm: true, off_session: true };
const byToken = (data: object) => ({
  ...money,
  payment_method: 'card',
  payment_method_type: 'credit',
  recurring_details: { type: 'processor_payment_token', data },
});
const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '2030', card_holder_name: 'Jo' };
const byNetwork = (network_transaction_id: string) => ({
  ...money,
  recurring_details: { type: 'network_transaction_id_and_card_details', data: { ...card, network_transaction_id } },
});
const at = ({ merchant_connector_id }: Json) => ({
  routing: { type: 'single', data: { connector: 'stripe', merchant_connector_id } },
});
const pay = async (body: object): Promise<Json> => ok(await merchant.api.post('/payments', body));
const refused = async (body: object) => statusAndBody(await merchant.api.post('/payments', body));

it('a payment method is charged by the processor’s id, with the customer that has it there', async () => {
  const { connector_mandate_id: processor_payment_token, merchant_connector_id } = saved;
  for (const data of [{ processor_payment_token }, { processor_payment_token, merchant_connector_id }]) {
    const charged = await pay(byToken(data));
    expect(charged).toMatchObject({
      status: 'succeeded',
      amount_received: 1500,
      merchant_connector_id,
      payment_method_id: null,
      connector_mandate_id: processor_payment_token,
      is_stored_credential: true,
      card_discovery: null,
    });
    expect(await intentOf(system, charged)).toMatchObject({ payment_method: processor_payment_token });
  }
});

it('an unknown id at the processor declines the payment; an account of another merchant is as unknown as none', async () => {
  expect(await pay(byToken({ processor_payment_token: 'pm_none' }))).toMatchObject({
    status: 'failed',
    error_code: 'resource_missing',
  });
  const other = await atStripe(system, { listens: false });
  const foreign = other.connectors['stripe']!.merchant_connector_id as string;
  for (const merchant_connector_id of [foreign, 'mca_none']) {
    expect(await refused(byToken({ processor_payment_token: 'pm_1', merchant_connector_id }))).toEqual(
      absent('Merchant connector account does not exist in our records', { reason: merchant_connector_id }),
    );
  }
});

it('a card is charged by its network transaction, sealed like any card and not saved', async () => {
  const charged = await pay(byNetwork('104102108110107'));
  expect(charged).toMatchObject({
    status: 'succeeded',
    error_code: null,
    error_message: null,
    payment_method: 'card',
    payment_method_id: null,
    mandate_id: null,
    payment_method_data: { card: { last4: '4242', card_isin: '424242' } },
    card_discovery: 'manual',
  });
  expect(JSON.stringify(charged)).not.toContain(card.card_number);
  expect(ok(await merchant.api.get(`/payments/${charged.payment_id}`))).toEqual(charged);
});

it('a client cannot charge anything again', async () => {
  const { payment_id, client_secret } = await pay({ amount: 1500, currency: 'USD' });
  for (const { recurring_details } of [byNetwork('1'), byToken({ processor_payment_token: 'pm_1' })]) {
    const body = { client_secret, payment_method: 'card', payment_method_type: 'credit', recurring_details };
    expect(statusAndBody(await merchant.client.post(`/payments/${payment_id}/confirm`, body))).toEqual(
      merchantOnly('recurring_details'),
    );
  }
});

it('a saved card is charged at another account only where the profile allows that', async () => {
  const body = {
    ...money,
    customer_id: 'cus_a',
    ...at(second),
    recurring_details: { type: 'payment_method_id', data: saved.payment_method_id },
  };
  expect(await pay(body)).toMatchObject({ merchant_connector_id: saved.merchant_connector_id });
  const { merchantId, profileId } = merchant;
  const path = `/account/${merchantId}/business_profile/${profileId}/toggle_connector_agnostic_mit`;
  ok(await merchant.api.post(path, { enabled: true }));
  expect(await pay(body)).toMatchObject({
    status: 'succeeded',
    merchant_connector_id: second.merchant_connector_id,
    payment_method_id: saved.payment_method_id,
  });
  ok(await merchant.api.post(path, { enabled: false }));
  expect(await pay(body)).toMatchObject({ merchant_connector_id: saved.merchant_connector_id });
  expect(await refused({ ...body, customer_id: 'cus_b' })).toEqual(precondition('The payment_method_id is not valid'));
});
