import { aMerchant, cardFields, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { randomBytes } from 'node:crypto';

type Call = (...args: readonly unknown[]) => Promise<Json>;
type Calls<Name extends string> = Readonly<Record<Name, Call>>;

/** The calls of the vendor's client for Node whose route is in the interface. */
interface VendorClient {
  readonly accounts: Calls<'create' | 'retrieve' | 'update' | 'del'>;
  readonly customers: Calls<'create' | 'retrieve' | 'update' | 'del' | 'listPaymentMethods'>;
  readonly ephemeralKeys: Calls<'create' | 'del'>;
  readonly mandates: Calls<'retrieve'>;
  readonly paymentIntents: Calls<'create' | 'retrieve' | 'update' | 'cancel' | 'capture' | 'confirm'>;
  readonly paymentMethods: Calls<'create' | 'retrieve' | 'list'>;
  readonly refunds: Calls<'create' | 'retrieve' | 'update'>;
  setHost(host: string, port: string, protocol: string): void;
}
// oxlint-disable-next-line typescript/no-require-imports
const Client = require('@juspay-tech/hyperswitch-node') as new (key: string) => VendorClient;

const system = sharedSystem();
let merchant: TestMerchant;
let client: VendorClient;

function clientWith(key: string): VendorClient {
  const { hostname, port } = new URL(system.baseUrl('gateway'));
  const made = new Client(key);
  made.setHost(hostname, port, 'http');
  return made;
}

const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'Mozilla/5.0' },
};
const card = { ...cardFields(), confirm: true };

beforeAll(async () => {
  merchant = await aMerchant(system);
  client = clientWith(merchant.apiKey);
});

describe('the vendor’s client for Node', () => {
  it('creates, updates, confirms, captures, cancels and retrieves payments', async () => {
    const { paymentIntents: payments } = client;
    const created = await payments.create({ amount: 6540, currency: 'USD', capture_method: 'manual' });
    expect(created).toMatchObject({ status: 'requires_payment_method', amount: 6540 });
    expect(await payments.update(created.payment_id, { amount: 7000 })).toMatchObject({ amount: 7000 });
    expect(await payments.confirm(created.payment_id, cardFields())).toMatchObject({ status: 'requires_capture' });
    expect(await payments.capture(created.payment_id, { amount_to_capture: 7000 })).toMatchObject({
      status: 'succeeded',
    });
    expect(await payments.retrieve(created.payment_id)).toMatchObject({ amount_received: 7000 });
    const other = await payments.create({ amount: 6540, currency: 'USD' });
    expect(await payments.cancel(other.payment_id, { cancellation_reason: 'requested_by_customer' })).toMatchObject({
      status: 'cancelled',
    });
  });

  it('creates, updates and retrieves refunds, and reads the error of a refused one', async () => {
    const { payment_id } = await client.paymentIntents.create({ amount: 6540, currency: 'USD', ...card });
    const { refund_id } = await client.refunds.create({ payment_id, amount: 600 });
    expect(await client.refunds.update(refund_id, { reason: 'duplicate' })).toMatchObject({ reason: 'duplicate' });
    expect(await client.refunds.retrieve(refund_id)).toMatchObject({ payment_id, amount: 600, status: 'succeeded' });
    const error = await client.refunds.create({ payment_id, amount: 6540 }).catch((refused: Json) => refused);
    expect(JSON.stringify(error)).toContain('IR_13');
  });

  it('manages customers, their ephemeral keys and their payment methods', async () => {
    const { customers, ephemeralKeys, paymentMethods } = client;
    const { customer_id } = await customers.create({ name: 'Joseph Doe', email: 'joseph@acme.example' });
    expect(await customers.update(customer_id, { name: 'Jo Doe' })).toMatchObject({ name: 'Jo Doe' });
    expect(await customers.retrieve(customer_id)).toMatchObject({ name: 'Jo Doe', email: 'joseph@acme.example' });
    const key = await ephemeralKeys.create({ customer_id }, { apiVersion: '1' });
    expect(key).toMatchObject({ customer_id, secret: expect.stringMatching(/^epk_[0-9a-f]{32}$/) });

    const { card: data } = cardFields().payment_method_data;
    const { payment_method_id } = await paymentMethods.create({ payment_method: 'card', customer_id, card: data });
    expect(await paymentMethods.retrieve(payment_method_id)).toMatchObject({ payment_method_id, customer_id });
    expect(await customers.listPaymentMethods(customer_id)).toMatchObject({
      customer_payment_methods: [expect.any(Object)],
    });
    expect(await paymentMethods.list()).toMatchObject({ payment_methods: expect.any(Array) });
    expect(await customers.del(customer_id)).toMatchObject({ customer_id, customer_deleted: true });
  });

  it('retrieves a mandate that a payment set up', async () => {
    const { customer_id } = await client.customers.create({});
    const { mandate_id } = await client.paymentIntents.create({
      amount: 6540,
      currency: 'USD',
      customer_id,
      setup_future_usage: 'off_session',
      ...card,
      mandate_data: { customer_acceptance: acceptance, mandate_type: { multi_use: { amount: 9000, currency: 'USD' } } },
    });
    expect(await client.mandates.retrieve(mandate_id)).toMatchObject({ mandate_id, status: 'active' });
  });

  it('manages merchant accounts with the admin key', async () => {
    const { accounts } = clientWith(system.adminKey);
    const merchant_id = `merchant_${randomBytes(5).toString('hex')}`;
    await accounts.create({ merchant_id, merchant_name: 'Acme' });
    expect(await accounts.update(merchant_id, { merchant_id, merchant_name: 'Acme Books' })).toMatchObject({
      merchant_id,
    });
    expect(await accounts.retrieve(merchant_id)).toMatchObject({ merchant_name: 'Acme Books' });
    expect(await accounts.del(merchant_id)).toMatchObject({ merchant_id, deleted: true });
  });
});
