import {
  aMerchant,
  connectorBody,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { noPayment, refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
const noRefund = refusal(404, 'HE_02', 'Refund does not exist in our records.');
const since = 'start_time=2020-01-01T00:00:00Z';

let merchant: TestMerchant;
let authorized: Json;
let paid: Json;
let refund: Json;
let ofFirst: Record<string, string>;
let ofSecond: Record<string, string>;

beforeAll(async () => {
  merchant = await aMerchant(system);
  const { profile_id } = ok(
    await merchant.api.post(`/account/${merchant.merchantId}/business_profile`, { profile_name: 'second' }),
  );
  ok(
    await merchant.api.post(`/account/${merchant.merchantId}/connectors`, connectorBody('paypal_test', { profile_id })),
  );
  ofFirst = { 'x-profile-id': merchant.profileId };
  ofSecond = { 'x-profile-id': profile_id };
  authorized = ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' }), ofFirst));
  paid = ok(await merchant.api.post('/payments', paymentBody(), ofFirst));
  refund = ok(await merchant.api.post('/refunds', { payment_id: paid.payment_id, amount: 100 }, ofFirst));
});

/** Every request about the payment `id`. */
const ofPayment: readonly (readonly [string, (id: string) => readonly [path: string, body?: object]])[] = [
  ['read', (id) => [`/payments/${id}`]],
  ['sync', (id) => [`/payments/${id}?force_sync=true`]],
  ['update', (id) => [`/payments/${id}`, { description: 'x' }]],
  ['confirm', (id) => [`/payments/${id}/confirm`, {}]],
  ['capture', (id) => [`/payments/${id}/capture`, {}]],
  ['cancel', (id) => [`/payments/${id}/cancel`, {}]],
  ['cancel after the capture of', (id) => [`/payments/${id}/cancel_post_capture`, {}]],
  ['read the void of', (id) => [`/payments/${id}/cancel_post_capture`]],
  ['raise', (id) => [`/payments/${id}/incremental_authorization`, { amount: 7000 }]],
  ['extend', (id) => [`/payments/${id}/extend_authorization`, {}]],
  ['approve', (id) => [`/payments/${id}/approve`, {}]],
  ['reject', (id) => [`/payments/${id}/reject`, {}]],
  ['complete', (id) => [`/payments/${id}/complete_authorize`, {}]],
  ['describe', (id) => [`/payments/${id}/update_metadata`, { metadata: { a: 1 } }]],
  ['sync', (id) => ['/payments/sync', { payment_id: id, force_sync: true }]],
  ['refund', (id) => ['/refunds', { payment_id: id }]],
];

const call = ([path, body]: readonly [string, object?], headers: Record<string, string>) =>
  body ? merchant.api.post(path, body, headers) : merchant.api.get(path, headers);

describe('a request for one profile', () => {
  it.each(ofPayment)('cannot %s a payment of another profile', async (_, to) => {
    for (const { payment_id } of [authorized, paid])
      expect(statusAndBody(await call(to(payment_id), ofSecond))).toEqual(noPayment);
  });

  it.each<[string, (id: string) => readonly [path: string, body?: object]]>([
    ['read', (id) => [`/refunds/${id}`]],
    ['sync', (id) => [`/refunds/${id}?force_sync=true`]],
    ['sync', (id) => ['/refunds/sync', { refund_id: id }]],
    ['update', (id) => [`/refunds/${id}`, { reason: 'x' }]],
  ])('cannot %s a refund of another profile', async (_, to) => {
    expect(statusAndBody(await call(to(refund.refund_id), ofSecond))).toEqual(noRefund);
    expect(ok(await call(to(refund.refund_id), ofFirst))).toMatchObject({ refund_id: refund.refund_id });
  });

  it('lists and counts no object of another profile', async () => {
    const { profileId } = merchant;
    expect(ok(await merchant.api.get('/payments/list', ofSecond))).toMatchObject({ data: [] });
    expect(ok(await merchant.api.post('/payments/list', { profile_id: profileId }, ofSecond))).toMatchObject({
      data: [],
    });
    expect(ok(await merchant.api.post('/refunds/list', { profile_id: profileId }, ofSecond))).toMatchObject({
      data: [],
    });
    for (const path of [`/payments/aggregate?${since}`, `/refunds/aggregate?${since}`]) {
      const { status_with_count } = ok(await merchant.api.get(path, ofSecond));
      expect(Object.values<number>(status_with_count).every((count) => count === 0)).toBe(true);
    }
    expect(ok(await merchant.api.get('/payments/list', ofFirst)).data).toHaveLength(2);
    expect(ok(await merchant.api.post('/refunds/list', {}, ofFirst)).data).toHaveLength(1);
  });

  it('changes no payment of another profile, and can change its own', async () => {
    expect(ok(await merchant.api.get(`/payments/${authorized.payment_id}`))).toMatchObject({
      status: 'requires_capture',
    });
    expect(ok(await merchant.api.get(`/payments/${authorized.payment_id}`)).description).toBe(authorized.description);
    const captured = await merchant.api.post(`/payments/${authorized.payment_id}/capture`, {}, ofFirst);
    expect(ok(captured)).toMatchObject({ status: 'succeeded' });
    expect(ok(await merchant.api.get(`/payments/${paid.payment_id}`, ofFirst)).refunds).toHaveLength(1);
  });
});
