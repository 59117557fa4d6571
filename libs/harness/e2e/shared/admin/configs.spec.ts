import { aMerchant, cardFields, eventually, ok, paymentBody, sharedSystem, type Json } from '@payorch/harness';
import { anAuthenticatingMerchant, authenticatedPayment, issuers } from '../../support/external-authentication';
import { operationsOf } from '../../support/rows';
import { statusAndBody } from '../../support/wire';
import { atStripe, payWith, stripeCards } from '../stripe/at-stripe';
import { operatorOf } from './operator';

const system = sharedSystem();
const { remove } = operatorOf(system);

const set = async (key: string, value: string): Promise<void> => {
  ok(await system.admin.post('/configs/', { key, value }));
};
const unset = async (key: string): Promise<void> => {
  ok(await remove(`/configs/${key}`));
};
/** Services receive configs by message. */
const until = (pay: () => Promise<Json>, expected: object): Promise<Json> =>
  eventually(async () => {
    const payment = await pay();
    expect(payment).toMatchObject(expected);
    return payment;
  });

describe('authentication_service_eligible', () => {
  const off = { status: 'succeeded', authentication_type: 'no_three_ds', next_action: null };
  const on = { status: 'requires_customer_action', authentication_type: 'three_ds' };

  it('false lets a payment go on without an external authentication until it is deleted', async () => {
    const { merchantId, api } = await anAuthenticatingMerchant(system);
    const pay = async (): Promise<Json> =>
      ok(await api.post('/payments', authenticatedPayment(issuers.challenging, { amount: 6540 })));
    const key = `authentication_service_eligible_${merchantId}`;
    expect(await pay()).toMatchObject({ ...on, next_action: { type: 'three_ds_invoke' } });
    await set(key, 'false');
    const { payment_id } = await until(pay, { ...off, external_3ds_authentication_attempted: null });
    expect((await operationsOf(system, payment_id)).map(({ flow }) => flow)).toEqual(['authorize']);
    await unset(key);
    await until(pay, { ...on, next_action: { type: 'three_ds_invoke' } });
  });

  it('of the organization comes before that of the merchant, and holds for the processor’s own 3-D Secure', async () => {
    const shop = await atStripe(system, { listens: false });
    const { merchantId } = shop;
    // Stripe asks for 3-D Secure with this card because it is requested.
    const pay = (): Promise<Json> => payWith(shop, stripeCards.succeeds, { authentication_type: 'three_ds' });
    const { organization_id } = ok(await system.admin.get(`/accounts/${merchantId}`));
    const [ofMerchant, ofOrganization] = [merchantId, organization_id].map(
      (id) => `authentication_service_eligible_${id}`,
    );
    expect(await pay()).toMatchObject(on);
    await set(ofMerchant!, 'false');
    await until(pay, off);
    await set(ofOrganization!, 'true');
    await until(pay, on);
    ok(await system.admin.post(`/configs/${ofOrganization}`, { value: 'false' }));
    ok(await system.admin.post(`/configs/${ofMerchant}`, { value: 'true' }));
    await until(pay, off);
    await unset(ofOrganization!);
    await until(pay, on);
    await unset(ofMerchant!);
  });
});

it('routing_result_source names this service’s own routing; a payment is routed by it with the config and without', async () => {
  const { profileId, api } = await aMerchant(system, { connectors: ['adyen_test', 'stripe_test'] });
  const routing = { type: 'single', data: { connector: 'stripe_test' } };
  const pay = async (): Promise<Json> => ok(await api.post('/payments', paymentBody({ ...cardFields(), routing })));
  const key = `routing_result_source_${profileId}`;
  const other = await system.admin.post('/configs/', { key, value: 'decision_engine' });
  expect(statusAndBody(other)).toMatchObject({ status: 422, body: { error: { code: 'IR_05' } } });
  expect(other.text).toContain('hyperswitch_routing, the only source of routing results');
  await set(key, 'hyperswitch_routing');
  expect(await pay()).toMatchObject({ status: 'succeeded', connector: 'stripe_test' });
  expect((await system.admin.post(`/configs/${key}`, { value: 'decision_engine' })).status).toBe(422);
  await unset(key);
  expect(await pay()).toMatchObject({ status: 'succeeded', connector: 'stripe_test' });
});
