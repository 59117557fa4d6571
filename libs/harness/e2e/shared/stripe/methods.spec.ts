import { cardFields, ok, type Json, type TestMerchant, sharedSystem } from '@payorch/harness';
import { atStripe, choose, intentOf, pay, untilIs } from './at-stripe';

jest.setTimeout(180_000);

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

const billing = {
  address: {
    ...{ first_name: 'Ada', last_name: 'Lovelace', line1: '1 Main St', city: 'Berlin', zip: '10115', country: 'DE' },
  },
  email: 'ada@shop.example',
};
const method = (payment_method: string, payment_method_type: string, currency: string, data: object) => ({
  ...{ payment_method, payment_method_type, currency, billing, authentication_type: undefined },
  ...{ payment_method_data: { [payment_method]: data }, return_url: 'https://shop.example/done' },
});
const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};
const storing = { customer_id: 'cus_ada', setup_future_usage: 'off_session', customer_acceptance: acceptance };
const charging = (payment_method_id: string) => ({
  ...{ amount: 1500, currency: 'USD', customer_id: 'cus_ada', confirm: true, off_session: true },
  recurring_details: { type: 'payment_method_id', data: payment_method_id },
});

describe('methods that the customer agrees to on a page', () => {
  it.each([
    ['iDEAL', method('bank_redirect', 'ideal', 'EUR', { ideal: { bank_name: 'ing', country: 'NL' } })],
    ['EPS', method('bank_redirect', 'eps', 'EUR', { eps: { bank_name: 'bank_austria', country: 'AT' } })],
    [
      'Klarna',
      method('pay_later', 'klarna', 'EUR', {
        klarna_redirect: { billing_email: 'ada@shop.example', billing_country: 'DE' },
      }),
    ],
    ['Alipay', method('wallet', 'ali_pay', 'USD', { ali_pay_redirect: {} })],
    ['Amazon Pay', method('wallet', 'amazon_pay', 'USD', { amazon_pay_redirect: {} })],
  ])('%s is paid there', async (_, fields) => {
    const payment = await pay(merchant, fields);
    expect(payment).toMatchObject({ status: 'requires_customer_action', next_action: { type: 'redirect_to_url' } });
    await choose(payment, 'authorize');
    expect(await untilIs(merchant, payment, 'succeeded')).toMatchObject({ amount_received: 6540 });
  });

  it('fail where the customer rejects there', async () => {
    const payment = await pay(
      merchant,
      method('bank_redirect', 'ideal', 'EUR', { ideal: { bank_name: 'ing', country: 'NL' } }),
    );
    await choose(payment, 'reject');
    await untilIs(merchant, payment, 'failed');
  });
});

describe('debits', () => {
  const sepa = (iban: string) =>
    method('bank_debit', 'sepa', 'EUR', { sepa_bank_debit: { iban, bank_account_holder_name: 'Ada Lovelace' } });

  it.each([
    ['DE89370400440532013000', 'succeeded'],
    ['DE62370400440532013001', 'failed'],
  ])('of %s are told of later: %s', async (iban, status) => {
    const payment = await pay(merchant, sepa(iban));
    expect(payment.status).toBe('processing');
    await untilIs(merchant, payment, status);
  });
});

describe('wallets', () => {
  it('are charged with what the wallet has encrypted', async () => {
    const payment = await pay(
      merchant,
      method('wallet', 'apple_pay', 'USD', {
        apple_pay: {
          payment_data: Buffer.from('{"version":"EC_v1","data":"sealed","signature":"signed"}').toString('base64'),
          payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
          transaction_identifier: 'transaction',
        },
      }),
    );
    expect(payment).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  });
});

describe('transfers', () => {
  it.each([
    ['ach', 'USD', { ach_bank_transfer: {} }, 'ach_credit_transfer'],
    ['sepa_bank_transfer', 'EUR', { sepa_bank_transfer: { country: 'DE' } }, 'sepa_bank_instructions'],
    ['bacs', 'GBP', { bacs_bank_transfer: {} }, 'bacs_bank_instructions'],
    ['multibanco', 'EUR', { multibanco_bank_transfer: {} }, 'multibanco'],
  ])('by %s show where the money is to go', async (type, currency, data, account) => {
    const payment = await pay(merchant, method('bank_transfer', type, currency, data));
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      next_action: {
        type: 'display_bank_transfer_information',
        bank_transfer_steps_and_charges_details: { [account]: expect.any(Object) as object },
      },
    });
  });
});

describe('a stored card', () => {
  const offSession = async (stored: Json): Promise<void> => {
    const charged = ok(await merchant.api.post('/payments', charging(stored.payment_method_id)));
    expect(charged).toMatchObject({ status: 'succeeded', amount_received: 1500 });
    expect(await intentOf(system, charged)).toMatchObject({ customer: expect.stringMatching(/^cus_/) as string });
  };

  it('is charged again without the customer', async () => {
    const stored = await pay(merchant, storing);
    expect(stored).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
    await offSession(stored);
  });

  it('can be set up without a charge', async () => {
    const stored = await pay(merchant, { ...storing, amount: 0, ...cardFields() });
    expect(stored).toMatchObject({ status: 'succeeded', amount: 0 });
    await offSession(stored);
  });
});

describe('a hold', () => {
  it('is raised, and captured as raised', async () => {
    const payment = await pay(merchant, { capture_method: 'manual', request_incremental_authorization: true });
    expect(payment).toMatchObject({ status: 'requires_capture', incremental_authorization_allowed: true });
    ok(await merchant.api.post(`/payments/${payment.payment_id}/incremental_authorization`, { amount: 8000 }));
    expect(await intentOf(system, payment)).toMatchObject({ amount: 8000, amount_capturable: 8000 });
    ok(await merchant.api.post(`/payments/${payment.payment_id}/capture`, { amount_to_capture: 8000 }));
    expect(await untilIs(merchant, payment, 'succeeded')).toMatchObject({ amount_received: 8000 });
  });
});
