import {
  aMerchant,
  aReceiver,
  cardFields,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { effectLabelsOf, requestsFor, retrievePayment } from '../../support/ledger-check';
import { operationsOf } from '../../support/rows';
import { missing, notAllowed, precondition, refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  const account = { webhook_details: { webhook_url: receiver.url } };
  merchant = await aMerchant(system, { account, connectors: ['adyen_test', 'checkout_test'] });
});
afterAll(async () => {
  await system.sandbox.raw('DELETE', '/control/faults');
  await receiver?.close();
});

const prepaidCard = '4000000000080087';
const mastercard = '5555555555554444';

const create = async (more: object): Promise<Json> => ok(await merchant.api.post('/payments', paymentBody(more)));
const act = (id: string, action: string, body: object = {}): Promise<Answer> =>
  merchant.api.post(`/payments/${id}/${action}`, body);
const capture = (id: string, amount_to_capture?: number): Promise<Answer> =>
  act(id, 'capture', amount_to_capture === undefined ? {} : { amount_to_capture });
const retrieve = (id: string): Promise<Json> => retrievePayment(merchant, id);
const until = (id: string, isSo: (payment: Json) => boolean): Promise<Json> =>
  eventually(
    async () => {
      const payment = await retrieve(id);
      return isSo(payment) && payment;
    },
    { withinMs: 60_000 },
  );

describe('manual_multiple', () => {
  const authorized = async (more: object = {}): Promise<string> => {
    const payment = await create({ capture_method: 'manual_multiple', ...more });
    expect(payment).toMatchObject({ status: 'requires_capture', connector: 'adyen_test', amount_capturable: 6540 });
    return payment.payment_id;
  };
  const some = { status: 'partially_captured_and_capturable', amount_capturable: 3540, amount_received: 3000 };

  it('captures an authorization in parts, each with its own operation and sequence', async () => {
    const id = await authorized();
    expect(ok(await capture(id, 3000))).toMatchObject(some);
    expect(ok(await capture(id, 1000))).toMatchObject({
      status: 'partially_captured_and_capturable',
      amount_capturable: 2540,
      amount_received: 4000,
    });
    expect(ok(await capture(id, 2540))).toMatchObject({
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: 6540,
    });
    expect(effectLabelsOf(system, id)).toEqual(['authorize 6540', 'capture 3000', 'capture 1000', 'capture 2540']);
    const shown = ok(await merchant.api.get(`/payments/${id}?expand_captures=true`));
    expect(shown.captures).toEqual(
      [3000, 1000, 2540].map((amount, index) => ({
        capture_id: `${id}_1_${index + 1}`,
        status: 'charged',
        amount,
        currency: 'USD',
        connector: 'adyen_test',
        authorized_attempt_id: `${id}_1`,
        connector_capture_id: shown.connector_transaction_id,
        capture_sequence: index + 1,
        error_message: null,
        error_code: null,
        error_reason: null,
        reference_id: null,
      })),
    );
    const captures = (await operationsOf(system, id)).filter(({ flow }) => flow === 'capture');
    expect(new Set(captures.map(({ operation_id }) => operation_id)).size).toBe(3);
  });

  it('sends a webhook about each capture, with all captures', async () => {
    const id = await authorized();
    ok(await capture(id, 3000));
    ok(await capture(id, 3540));
    const events = await eventually(
      async () => {
        const about = receiver.calls
          .map(({ body }) => JSON.parse(body) as Json)
          .filter(({ content }) => content.object.payment_id === id);
        return about.some(({ event_type }) => event_type === 'payment_succeeded') ? about : undefined;
      },
      { withinMs: 30_000 },
    );
    const received = events.map(({ event_type, content }) => [event_type, content.object.captures?.length ?? 0]);
    expect(received).toEqual(
      expect.arrayContaining([
        ['payment_authorized', 0],
        ['payment_captured', 1],
        ['payment_succeeded', 2],
      ]),
    );
    expect(received).toHaveLength(3);
  });

  it('needs an amount, and not more than is left', async () => {
    const id = await authorized();
    expect(statusAndBody(await capture(id))).toEqual(missing('amount_to_capture'));
    ok(await capture(id, 3000));
    expect(statusAndBody(await capture(id, 3541))).toEqual(notAllowed('amount_to_capture is greater than amount'));
    expect(await retrieve(id)).toMatchObject(some);
  });

  it('keeps what was captured when the rest is voided, and refunds it across the captures', async () => {
    const id = await authorized();
    ok(await capture(id, 2000));
    ok(await capture(id, 1000));
    expect(statusAndBody(await merchant.api.post('/refunds', { payment_id: id, amount: 1 }))).toEqual(
      refusal(
        400,
        'IR_14',
        'This Payment could not be refund because it has a status of partially_captured_and_capturable. The expected state is succeeded, partially_captured',
      ),
    );
    expect(ok(await act(id, 'cancel', { cancellation_reason: 'requested_by_customer' }))).toMatchObject({
      status: 'partially_captured',
      amount_capturable: 0,
      amount_received: 3000,
    });
    expect((await capture(id, 1)).body.error.code).toBe('IR_14');
    expect(ok(await merchant.api.post('/refunds', { payment_id: id, amount: 2500 })).status).toBe('succeeded');
    expect((await merchant.api.post('/refunds', { payment_id: id, amount: 501 })).body.error.code).toBe('IR_13');
    expect(ok(await merchant.api.post('/refunds', { payment_id: id, amount: 500 })).status).toBe('succeeded');
    const effects = effectLabelsOf(system, id);
    expect(effects.slice(0, 4)).toEqual(['authorize 6540', 'capture 2000', 'capture 1000', 'void 3540']);
  });

  it('never captures more than is authorized in 50 captures at once', async () => {
    const id = await authorized();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => capture(id, 400 + index)));
    const done = await until(id, ({ amount_capturable, amount_received, status }) =>
      status === 'succeeded' ? true : amount_capturable + amount_received === 6540,
    );
    const captured = effectLabelsOf(system, id)
      .filter((label) => label.startsWith('capture '))
      .map((label) => Number(label.slice('capture '.length)));
    const sum = captured.reduce((total, amount) => total + amount, 0);
    expect(sum).toBeLessThanOrEqual(6540);
    expect(done.amount_received).toBe(sum);
    // Refused for its amount alone: every capture that fits is made.
    const refusals = answers
      .filter(({ status }) => status !== 200)
      .map(({ status, body }) => [status, body.error.code]);
    expect(refusals.every(([status, code]) => status === 422 && code === 'IR_06')).toBe(true);
    expect(answers).toHaveLength(captured.length + refusals.length);
    expect(captured.length).toBeGreaterThan(10);
  });

  it('syncs a capture whose answer is lost, while another capture goes on', async () => {
    const id = await authorized();
    const match = { connector: 'adyen_test', kind: 'capture' };
    ok(await system.sandbox.post('/control/faults', { match, fault: 'execute_then_drop', times: 1 }));
    const lost = ok(await capture(id, 3000));
    expect(lost).toMatchObject({ status: 'processing', amount_capturable: 3540, amount_received: null });
    const after = ok(await capture(id, 1000));
    expect(after.amount_capturable).toBe(2540);
    await until(id, ({ amount_received }) => amount_received === 4000);
    expect(effectLabelsOf(system, id)).toEqual(['authorize 6540', 'capture 3000', 'capture 1000']);
    const captures = (await operationsOf(system, id)).filter(({ flow }) => flow === 'capture');
    expect(captures.map(({ operation_id }) => requestsFor(system, operation_id).calls.length)).toEqual([1, 1]);
  });

  it('leaves the authorization capturable after a failed capture', async () => {
    const id = await authorized();
    const match = { connector: 'adyen_test', kind: 'capture' };
    ok(await system.sandbox.post('/control/faults', { match, fault: 'pending_then_settled:500:failed', times: 1 }));
    expect(ok(await capture(id, 3000))).toMatchObject({ status: 'processing', amount_capturable: 3540 });
    await until(id, ({ status }) => status === 'requires_capture');
    expect(ok(await capture(id, 6540))).toMatchObject({ status: 'succeeded', amount_received: 6540 });
    const shown = ok(await merchant.api.get(`/payments/${id}?expand_captures=true`));
    expect(shown.captures.map(({ status }: Json) => status)).toEqual(['failed', 'charged']);
  });

  it('is refused by connectors without it', async () => {
    const routing = { type: 'single', data: 'checkout_test' };
    const other = await aMerchant(system, { connectors: ['checkout_test'] });
    const answer = await other.api.post('/payments', paymentBody({ capture_method: 'manual_multiple', routing }));
    expect(statusAndBody(answer)).toEqual(
      refusal(400, 'IR_19', 'Payment method type not supported', { reason: 'card is not supported by checkout_test' }),
    );
  });
});

describe('an overcapture', () => {
  const authorized = (more: object = {}) => create({ capture_method: 'manual', enable_overcapture: true, ...more });

  it('takes up to the maximum that the processor permits', async () => {
    const payment = await authorized();
    expect(payment).toMatchObject({
      status: 'requires_capture',
      amount: 6540,
      amount_capturable: 7848,
      enable_overcapture: true,
      is_overcapture_enabled: true,
    });
    const id = payment.payment_id;
    expect(statusAndBody(await capture(id, 7849))).toEqual(notAllowed('amount_to_capture is greater than amount'));
    expect(ok(await capture(id, 7848))).toMatchObject({
      status: 'succeeded',
      amount: 6540,
      amount_capturable: 0,
      amount_received: 7848,
      is_overcapture_enabled: true,
    });
    expect(effectLabelsOf(system, id)).toEqual(['authorize 6540', 'capture 7848']);
    expect(ok(await merchant.api.post('/refunds', { payment_id: id, amount: 7848 })).status).toBe('succeeded');
  });

  it('takes the authorized amount without an amount', async () => {
    const { payment_id } = await authorized();
    expect(ok(await capture(payment_id))).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  });

  it('that the processor does not permit changes nothing', async () => {
    const payment = await authorized(cardFields(mastercard));
    expect(payment).toMatchObject({ amount_capturable: 6540, is_overcapture_enabled: false });
    expect((await capture(payment.payment_id, 6541)).body.error.code).toBe('IR_06');
  });

  it('without a request is refused', async () => {
    const payment = await authorized({ enable_overcapture: undefined });
    expect(payment).toMatchObject({ amount_capturable: 6540, is_overcapture_enabled: null });
    expect((await capture(payment.payment_id, 6541)).body.error.code).toBe('IR_06');
  });

  it('follows the profile where the payment says nothing', async () => {
    const other = await aMerchant(system, { connectors: ['checkout_test'] });
    const path = `/account/${other.merchantId}/business_profile/${other.profileId}`;
    ok(await other.api.post(path, { always_enable_overcapture: true }));
    const made = async (more: object): Promise<Json> =>
      ok(await other.api.post('/payments', paymentBody({ capture_method: 'manual', ...more })));
    expect(await made({})).toMatchObject({ is_overcapture_enabled: true, amount_capturable: 7848 });
    expect(await made({ enable_overcapture: false })).toMatchObject({ is_overcapture_enabled: null });
    expect(await made({ capture_method: 'automatic' })).toMatchObject({ is_overcapture_enabled: null });
  });

  it('of several captures is refused', async () => {
    const body = paymentBody({ capture_method: 'manual_multiple', enable_overcapture: true });
    expect(statusAndBody(await merchant.api.post('/payments', body))).toEqual(
      precondition('Invalid overcapture request: supported only with manual capture'),
    );
  });

  it('cannot be requested, nor a partial authorization accepted, by a browser', async () => {
    for (const field of ['enable_overcapture', 'enable_partial_authorization']) {
      const { payment_id, client_secret } = await create({ confirm: false, capture_method: 'manual' });
      const body = { client_secret, ...cardFields(), [field]: true };
      expect((await merchant.client.post(`/payments/${payment_id}/confirm`, body)).status).toBe(400);
      expect((await retrieve(payment_id)).status).not.toBe('requires_capture');
    }
  });
});

describe('a partial authorization', () => {
  const partly = (more: object = {}) =>
    create({ ...cardFields(prepaidCard), capture_method: 'manual', enable_partial_authorization: true, ...more });

  it('authorizes what a prepaid card has, and captures that at most', async () => {
    const payment = await partly();
    expect(payment).toMatchObject({
      status: 'partially_authorized_and_requires_capture',
      amount: 6540,
      amount_capturable: 5000,
      enable_partial_authorization: true,
    });
    const id = payment.payment_id;
    expect(statusAndBody(await capture(id, 5001))).toEqual(notAllowed('amount_to_capture is greater than amount'));
    expect(ok(await capture(id))).toMatchObject({
      status: 'partially_captured',
      amount_capturable: 0,
      amount_received: 5000,
    });
    expect(effectLabelsOf(system, id)).toEqual(['authorize 5000', 'capture 5000']);
  });

  it('is voided like another', async () => {
    const { payment_id } = await partly();
    expect(ok(await act(payment_id, 'cancel'))).toMatchObject({ status: 'cancelled', amount_capturable: 0 });
    expect(effectLabelsOf(system, payment_id)).toEqual(['authorize 5000', 'void 5000']);
  });

  it('charges a part with automatic capture', async () => {
    expect(await partly({ capture_method: 'automatic' })).toMatchObject({
      status: 'partially_captured',
      amount_received: 5000,
      amount_capturable: 0,
    });
  });

  it('with enough money is a whole one, and without the merchant’s consent none', async () => {
    expect(await partly({ amount: 5000 })).toMatchObject({ status: 'requires_capture', amount_capturable: 5000 });
    expect(await partly({ enable_partial_authorization: false })).toMatchObject({
      status: 'failed',
      error_code: 'DC_08',
    });
  });

  it('without the merchant’s consent is a conflict where the processor makes one', async () => {
    const { payment_id } = await create({ ...cardFields('4000000000070096'), capture_method: 'manual' });
    await until(payment_id, ({ status }) => status === 'conflicted');
  });
});
