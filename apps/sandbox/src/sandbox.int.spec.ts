import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paymentBody, RunningSandbox } from '../test/running-sandbox';

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await RunningSandbox.start();
});
afterAll(() => sandbox.stop());
afterEach(async () => {
  await sandbox.json('DELETE', '/control/faults');
  await sandbox.json('POST', '/control/latency', { ms: 0 });
  await sandbox.json('POST', '/control/idempotency', { honour: false });
});

const payment = '/dummy-connector/payment';
const pay = (body: object, headers = {}) => sandbox.json('POST', payment, body, headers);
const find = (reference: string) => sandbox.call('GET', `/dummy-connector/payments?reference=${reference}`);
const statusOf = async (reference: string) => (JSON.parse((await find(reference)).text) as { status: string }).status;

describe('the processor over HTTP', () => {
  it('a charged payment is found by id and by reference', async () => {
    const body = paymentBody({ attempt_reference: 'pay_x_1', three_ds: true });
    const paid = await pay(body);
    expect(paid).toMatchObject({
      status: 'succeeded',
      id: expect.stringMatching(/^pay_[0-9A-Za-z]{20}$/),
      amount: 6540,
      amount_capturable: 0,
      amount_received: 6540,
      currency: 'USD',
      reference: body.reference,
      attempt_reference: 'pay_x_1',
      payment_method_type: 'card',
      next_action: null,
      operations: [{ reference: body.reference, kind: 'payment', status: 'succeeded', amount: 6540 }],
    });
    expect(JSON.parse((await find(body.reference)).text)).toEqual(paid);
    expect(await sandbox.json('GET', `/dummy-connector/payments/${String(paid.id)}`)).toEqual(paid);
  });

  it('a declined payment is answered with 400 and found by a lookup', async () => {
    const body = paymentBody({}, '4000000000000002');
    const answer = await sandbox.call('POST', payment, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toEqual({
      error: {
        type: 'invalid_request',
        message: 'Payment declined: Card declined',
        code: 'DC_08',
        payment_id: expect.any(String) as string,
      },
    });
    expect(await statusOf(body.reference)).toBe('failed');
    expect(await sandbox.effectsOf(body.reference)).toEqual([]);
  });

  it('an authorized payment is captured in part and refuses every later operation', async () => {
    const { id, ...authorized } = await pay(paymentBody({ capture_method: 'manual' }));
    expect(authorized).toMatchObject({ status: 'requires_capture', amount_capturable: 6540, amount_received: 0 });
    const path = `/dummy-connector/payments/${String(id)}`;
    expect((await sandbox.call('POST', `${path}/capture`, { amount: 6541, reference: 'cap_0' })).status).toBe(400);
    expect(await sandbox.json('POST', `${path}/capture`, { amount: 1000, reference: 'cap_1' })).toMatchObject({
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: 1000,
    });
    expect(await statusOf('cap_1')).toBe('succeeded');
    expect((await sandbox.call('POST', `${path}/void`, { reference: 'void_1' })).status).toBe(400);
    expect(await sandbox.effectsOf('cap_0')).toEqual([]);
    expect(await sandbox.effectsOf('cap_1')).toEqual(['capture']);
  });

  it('a second void is refused with DC_06', async () => {
    const { id } = await pay(paymentBody({ capture_method: 'manual' }));
    const path = `/dummy-connector/payments/${String(id)}/void`;
    expect(await sandbox.json('POST', path, { reference: 'void_2' })).toMatchObject({ status: 'voided' });
    expect(await sandbox.json('POST', path, { reference: 'void_3' })).toMatchObject({ error: { code: 'DC_06' } });
  });

  it('a payment is refunded in part and the refund is found', async () => {
    const { id } = await pay(paymentBody());
    const path = `/dummy-connector/${String(id)}/refund`;
    const refund = await sandbox.json('POST', path, { amount: 6000, reference: 'ref_1' });
    expect(refund).toMatchObject({ status: 'succeeded', payment_amount: 6540, refund_amount: 6000 });
    expect(await sandbox.json('GET', `/dummy-connector/refunds/${String(refund.id)}`)).toEqual(refund);
    expect(await sandbox.json('GET', '/dummy-connector/refunds?reference=ref_1')).toEqual(refund);
    expect((await sandbox.call('POST', path, { amount: 541 })).status).toBe(500);
    expect((await sandbox.call('GET', '/dummy-connector/refunds/none')).status).toBe(404);
  });

  it.each([
    ['no key', payment, { authorization: '' }, 401, 'DC_02'],
    ['an unknown fault', payment, { 'x-sandbox-fault': 'meteor' }, 400, 'DC_02'],
    ['an unknown payment', '/dummy-connector/payments/pay_none/capture', {}, 404, 'DC_01'],
    ['an unknown route', '/dummy-connector/nothing', {}, 404, 'IR_02'],
  ])('a call with %s is refused', async (_, path, headers, status, code) => {
    const answer = await sandbox.call('POST', path, paymentBody(), headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { type: 'invalid_request', code } });
  });

  it('a repeated reference is charged twice and the ledger lists it as doubled', async () => {
    const body = paymentBody();
    const [first, second] = [await pay(body), await pay(body)];
    expect(first.id).not.toBe(second.id);
    expect(await sandbox.effectsOf(body.reference)).toEqual(['charge', 'charge']);
    expect((await sandbox.json('GET', '/control/charges')).doubled).toContain(body.reference);
  });

  it('a repeated reference gets the stored answer with idempotency on', async () => {
    await sandbox.json('POST', '/control/idempotency', { honour: true });
    const body = paymentBody();
    expect(await pay(body)).toEqual(await pay(body));
    expect(await sandbox.effectsOf(body.reference)).toEqual(['charge']);
    const declined = paymentBody({}, '4000000000000002');
    expect(await pay(declined)).toEqual(await pay(declined));
  });

  it('the ledger contains no card number and no API key', async () => {
    await pay(paymentBody({}, '5555555555554444'), { authorization: 'a_key_of_some_merchant' });
    await pay(paymentBody({}, '5105105105105100'));
    const ledger = await readFile(join(sandbox.folder, 'ledger.jsonl'), 'utf8');
    expect(ledger).toContain('"card":"4444"');
    for (const secret of ['5555555555554444', '5105105105105100', 'a_key_of_some_merchant']) {
      expect(ledger).not.toContain(secret);
    }
  });
});

describe('the redirect flow', () => {
  const challenged = async (rest = {}) => {
    const answer = await pay(paymentBody(rest, '4000003800000446'));
    const url = (answer.next_action as { redirect_to_url: string }).redirect_to_url;
    return {
      id: String(answer.id),
      reference: String(answer.reference),
      url,
      complete: url.replace('authorize', 'complete'),
    };
  };

  it.each([
    ['automatic', 'true', 'succeeded', ['charge']],
    ['manual', 'true', 'requires_capture', ['authorize']],
    ['automatic', 'false', 'failed', []],
  ])('a challenge with %s capture and confirm=%s ends as %s', async (capture_method, confirm, status, effects) => {
    const { url, complete, reference } = await challenged({ capture_method });
    expect(url.startsWith(`${sandbox.url}/dummy-connector/authorize/dummy_attempt_`)).toBe(true);
    const page = await sandbox.call('GET', url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Authorize Payment');
    const [, choice] = new RegExp(`href="([^"]*confirm=${confirm})"`).exec(page.text) ?? [];
    expect(await statusOf(reference)).toBe('processing');
    const back = await sandbox.call('GET', choice!);
    expect(back.status).toBe(302);
    expect(back.headers.location).toBe('http://127.0.0.1:9/back?payment=1');
    expect(await statusOf(reference)).toBe(status);
    expect(await sandbox.effectsOf(reference)).toEqual(effects);
    for (const again of [complete + '?confirm=true', url]) {
      const gone = await sandbox.call('GET', again);
      expect(gone.status).toBe(200);
      expect(gone.text).toContain('This link is not valid');
    }
    expect(await sandbox.effectsOf(reference)).toEqual(effects);
  });

  it('an abandoned challenge leaves the payment open', async () => {
    const { url, reference } = await challenged();
    expect((await sandbox.call('GET', `${url}?timeout=true`)).text).toContain('No answer was given');
    expect(await statusOf(reference)).toBe('processing');
    expect((await sandbox.call('GET', url)).text).toContain('Authorize Payment');
  });
});

describe('after a restart', () => {
  it('every record, open page, pending payment and ledger number is restored', async () => {
    const first = await RunningSandbox.start();
    const body = paymentBody({ capture_method: 'manual' });
    const { id } = await first.json('POST', payment, body);
    const open = await first.json('POST', payment, paymentBody({}, '4000003800000446'));
    const later = paymentBody();
    await first.json('POST', payment, later, { 'x-sandbox-fault': 'pending_then_settled:400' });
    await first.stop({ retainLedger: true });

    const second = await RunningSandbox.start(first.folder);
    try {
      expect(await second.effectsOf(body.reference)).toEqual(['authorize']);
      const captured = await second.json('POST', `/dummy-connector/payments/${String(id)}/capture`, { amount: 6540 });
      expect(captured).toMatchObject({ status: 'succeeded', amount_received: 6540 });
      const { pathname } = new URL((open.next_action as { redirect_to_url: string }).redirect_to_url);
      expect((await second.call('GET', pathname)).text).toContain('Authorize Payment');
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(await second.effectsOf(later.reference)).toEqual(['charge']);
      const { entries } = await second.json('GET', '/control/ledger?since=0');
      expect((entries as { seq: number }[]).map(({ seq }) => seq)).toEqual((entries as []).map((_, at) => at + 1));
    } finally {
      await second.stop();
    }
  });
});
