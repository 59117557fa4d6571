import { cardFields, eventually, ok, paymentBody } from '@payorch/harness';
import { aPayingMerchant, keysOf } from '../../support/paying-merchant';
import { attemptKeys, captureKeys, paymentKeysWith } from '../../support/payment-keys';
import { rowsOf } from '../../support/rows';
import { refusal, statusAndBody, unreadableQuery } from '../../support/wire';

const { system, merchant, created, authorized, challenged, act, retrieve } = aPayingMerchant();

describe('a retrieved payment', () => {
  it('shows its attempts and captures on request', async () => {
    const { payment_id } = await authorized();
    const captured = ok(await act(payment_id, 'capture', { amount_to_capture: 5000 }));
    const wide = await retrieve(payment_id, '?expand_attempts=true&expand_captures=true&force_sync=true');
    expect(keysOf(wide)).toEqual(paymentKeysWith('attempts', 'captures'));
    const { attempts, captures, ...narrow } = wide;
    expect(narrow).toEqual(captured);
    expect(attempts.map(keysOf)).toEqual([attemptKeys]);
    expect(attempts[0]).toMatchObject({
      attempt_id: `${payment_id}_1`,
      status: 'partial_charged',
      amount: 6540,
      currency: 'USD',
      error_message: null,
      connector: 'stripe_test',
      connector_transaction_id: captured.connector_transaction_id,
      capture_method: 'manual',
      payment_method: 'card',
      payment_method_type: 'credit',
      error_code: null,
    });
    expect(captures.map(keysOf)).toEqual([captureKeys]);
    expect(captures[0]).toMatchObject({
      capture_id: `${payment_id}_1_1`,
      status: 'charged',
      amount: 5000,
      capture_sequence: 1,
      authorized_attempt_id: `${payment_id}_1`,
    });
  });

  it('shows the client software of each attempt', async () => {
    const software = { 'x-client-source': 'my-shop', 'x-client-version': '1.2' };
    const { payment_id } = ok(await merchant().api.post('/payments', paymentBody(), software));
    const [attempt] = (await retrieve(payment_id, '?expand_attempts=true')).attempts;
    expect(attempt).toMatchObject({ client_source: 'my-shop', client_version: '1.2' });
    const other = await authorized();
    const [unnamed] = (await retrieve(other.payment_id, '?expand_attempts=true')).attempts;
    expect(unnamed).toMatchObject({ client_source: null, client_version: null });
  });

  it('is synced with the processor only with force_sync', async () => {
    const payment = await challenged();
    const page = payment.next_action.redirect_to_url.replace(/^.*\/payments/, '/payments');
    const link = /href="([^"]+)"/.exec((await system.api.get(page)).text)?.[1] ?? '';
    const bank = link.replace('/authorize/', '/complete/').replace(/^https?:\/\/[^/]+/, '');
    expect((await system.sandbox.get(`${bank}?confirm=true`)).status).toBe(302);
    await eventually(async () => (await retrieve(payment.payment_id, '?force_sync=true')).status === 'succeeded');
    expect(await retrieve(payment.payment_id)).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  });

  it.each([
    ['?force_sync=yes', 'provided string was not `true` or `false`'],
    ['?force_sync=true&force_sync=true', 'duplicate field `force_sync`'],
  ])('refuses %s with a plain-text message', async (query, message) => {
    const { payment_id } = await created();
    expect(statusAndBody(await merchant().api.get(`/payments/${payment_id}${query}`))).toEqual(
      unreadableQuery(message, { field: 'force_sync', message, code: 'IR_06' }),
    );
  });
});

describe('a client’s session', () => {
  it('expires with the payment', async () => {
    const { payment_id, client_secret } = await created({ session_expiry: 60 });
    const path = `/payments/${payment_id}`;
    expect(ok(await merchant().client.get(`${path}?client_secret=${client_secret}`)).payment_id).toBe(payment_id);
    await rowsOf(system, `UPDATE payments.intents SET expires_at = now() WHERE payment_id = '${payment_id}'`);
    const expired = refusal(400, 'IR_08', 'The provided client_secret has expired');
    const confirm = { ...cardFields(), client_secret };
    expect(statusAndBody(await merchant().client.get(`${path}?client_secret=${client_secret}`))).toEqual(expired);
    expect(statusAndBody(await merchant().client.post(`${path}/confirm`, confirm))).toEqual(expired);
    expect(statusAndBody(await merchant().client.post(path, { client_secret, amount: 1 }))).toEqual(expired);
    expect(await retrieve(payment_id)).toMatchObject({ status: 'requires_payment_method', amount: 6540 });
  });
});
