import { createHmac } from 'node:crypto';
import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { choose, visit } from '../../support/browser';
import { missing, noPayment, refusal, statusAndBody } from '../../support/wire';

const hashKey = 'the key of this merchant';
const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { account: { payment_response_hash_key: hashKey } });
});

const returnUrl = 'https://acme.example/done?basket=7&a=%C3%BC';
const tokenOf = (paymentId: string) => `?redirect_token=${system.redirectToken(merchant.merchantId, paymentId)}`;
const challenged = async (more: object = {}, by = merchant): Promise<Json> =>
  ok(await by.api.post('/payments', paymentBody({ ...cardFields(cards.threeDs), return_url: returnUrl, ...more })));

/** The signature as the merchant verifies it: over all other parameters of the address, decoded and sorted. */
function signatureOf(address: URL): string {
  const signed = [...address.searchParams].filter(([name]) => !name.startsWith('signature'));
  const text = signed
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHmac('sha512', hashKey).update(text, 'utf8').digest('hex');
}

/** A value that reads as further parameters: joined without care, the signed text would say that the payment succeeded. */
const forging = 'https://acme.example/done?q=1%26status%3Dsucceeded%26t%3D2';

/** The error without a reason of the processor: the interface's default message. */
const rejected = {
  error_code: 'No error code',
  error_message: 'No error message',
  unified_code: 'UE_9000',
  unified_message: 'Something went wrong',
};

describe('a payment with a 3DS card', () => {
  it('waits for the customer', async () => {
    const payment = await challenged();
    const { payment_id } = payment;
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      amount_capturable: 6540,
      amount_received: null,
    });
    expect(payment.next_action).toEqual({
      type: 'redirect_to_url',
      redirect_to_url: `${system.baseUrl('gateway')}/payments/redirect/${payment_id}/${merchant.merchantId}/${payment_id}_1${tokenOf(payment_id)}`,
    });
  });

  it.each([
    ['authorize', 'succeeded', 'automatic', 6540],
    ['authorize', 'requires_capture', 'manual', null],
    ['reject', 'failed', 'automatic', null],
  ] as const)('whose customer chooses to %s ends as %s (%s)', async (choice, status, capture_method, received) => {
    const payment = await challenged({ capture_method });
    const { payment_id, client_secret } = payment;
    const backUrl = await choose(payment.next_action.redirect_to_url, choice);
    expect(backUrl).toBe(
      `${system.baseUrl('gateway')}/payments/${payment_id}/${merchant.merchantId}/redirect/response/stripe_test${tokenOf(payment_id)}`,
    );
    const back = await visit(backUrl);
    expect(back.status).toBe(302);
    const address = new URL(back.headers['location'] as string);
    expect(`${address.origin}${address.pathname}`).toBe('https://acme.example/done');
    expect([...address.searchParams]).toEqual([
      ['basket', '7'],
      ['a', 'ü'],
      ['status', status],
      ['payment_id', payment_id],
      ['payment_intent_client_secret', client_secret],
      ['amount', '6540'],
      ['manual_retry_allowed', 'false'],
      ['signature', signatureOf(address)],
      ['signature_algorithm', 'HMAC-SHA512'],
    ]);
    expect(back.body).toEqual({
      return_url: 'https://acme.example/done',
      params: [...address.searchParams],
      return_url_with_query_params: address.href,
      http_method: 'GET',
      headers: [],
    });
    expect(Object.keys(back.body)).toEqual([
      'return_url',
      'params',
      'return_url_with_query_params',
      'http_method',
      'headers',
    ]);
    expect(ok(await merchant.api.get(`/payments/${payment_id}`))).toMatchObject({
      status,
      amount_received: received,
      next_action: null,
      ...(choice === 'reject' ? rejected : { error_code: null, error_message: null }),
    });
    // A second return of the customer changes nothing.
    expect((await visit(backUrl)).headers['location']).toBe(address.href);
  });

  it('cannot have a return address from a browser that forges its signed result', async () => {
    const { payment_id, client_secret } = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD' }));
    for (const return_url of [forging, 'https://acme.example/done?status=succeeded']) {
      const body = { client_secret, return_url };
      for (const action of ['', '/confirm']) {
        const refused = await merchant.client.post(`/payments/${payment_id}${action}`, { ...cardFields(), ...body });
        expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
          ...[400, 'IR_16', expect.stringContaining('return_url from a publishable key')],
        ]);
      }
    }
  });

  it('signs such a value of the merchant’s own address as one value', async () => {
    const payment = await challenged({ return_url: `${forging}&status=open` });
    const back = await visit(await choose(payment.next_action.redirect_to_url, 'reject'));
    const { searchParams } = new URL(back.headers['location'] as string);
    expect(searchParams.getAll('status')).toEqual(['failed']);
    const pretended = new URL('https://acme.example/done?q=1&status=succeeded&t=2%26status%3Dfailed');
    for (const [name, value] of searchParams)
      if (!['q', 'status'].includes(name)) pretended.searchParams.append(name, value);
    expect(searchParams.get('signature')).not.toBe(signatureOf(pretended));
  });

  it('redirects to its start page again until the customer has chosen', async () => {
    const { payment_id, next_action } = await challenged();
    const back = await system.api.get(
      `/payments/${payment_id}/${merchant.merchantId}/redirect/complete/stripe_test${tokenOf(payment_id)}`,
    );
    expect(back.status).toBe(302);
    expect(back.headers['location']).toBe(next_action.redirect_to_url);
  });

  it('returns to the profile’s return_url without its own, and shows a page without either', async () => {
    const withAddress = await aMerchant(system, { account: { return_url: 'https://acme.example/profile' } });
    const payment = await challenged({ return_url: null }, withAddress);
    expect(payment.return_url).toBeNull();
    const back = await visit(await choose(payment.next_action.redirect_to_url, 'authorize'));
    expect(back.headers['location']).toMatch(/^https:\/\/acme\.example\/profile\?status=succeeded&/);

    const nowhere = await challenged({ return_url: null });
    const backUrl = await choose(nowhere.next_action.redirect_to_url, 'authorize');
    expect(statusAndBody(await visit(backUrl))).toEqual(missing('return_url'));
    expect(ok(await merchant.api.get(`/payments/${nowhere.payment_id}`)).status).toBe('succeeded');
  });

  it('opens in a popup on request', async () => {
    const payment = await challenged({ is_iframe_redirection_enabled: true });
    const { payment_id } = payment;
    const base = `${system.baseUrl('gateway')}/payments`;
    expect(payment.next_action).toEqual({
      type: 'redirect_inside_popup',
      popup_url: `${base}/redirect/${payment_id}/${merchant.merchantId}/${payment_id}_1${tokenOf(payment_id)}`,
      redirect_response_url: `${base}/${payment_id}/${merchant.merchantId}/redirect/response/stripe_test${tokenOf(payment_id)}`,
    });
    const back = await visit(await choose(payment.next_action.popup_url, 'authorize'));
    expect(back.status).toBe(200);
    expect(back.headers['content-type']).toMatch(/^text\/html/);
    expect(back.text).toContain('status=succeeded');
  });
});

describe('the start page', () => {
  it('allows only its own script, and is not cached', async () => {
    const { next_action } = await challenged();
    const page = await visit(next_action.redirect_to_url);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const policy = page.headers['content-security-policy'] as string;
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[^']+'; base-uri 'none'; frame-ancestors 'none'; /);
    const again = await visit(next_action.redirect_to_url);
    expect(again.headers['content-security-policy']).not.toBe(policy);
  });

  it('exists only for the waiting attempt', async () => {
    const { payment_id, next_action } = await challenged();
    const page = next_action.redirect_to_url as string;
    const [path] = page.split('?') as [string];
    for (const wrong of [
      path,
      page.replace('_1?', '_2?'),
      page.replaceAll(payment_id, 'pay_none'),
      page.replace(merchant.merchantId, 'unknown'),
      `${path}${tokenOf('pay_none')}`,
    ])
      expect((await visit(wrong)).text).toContain('This address does not lead to a payment');
    const next = system.redirectToken(merchant.merchantId, payment_id, 2);
    expect(statusAndBody(await visit(`${path.replace(/_1$/, '_2')}?redirect_token=${next}`))).toEqual(noPayment);
    ok(await merchant.api.post(`/payments/${payment_id}/cancel`));
    expect(statusAndBody(await visit(page))).toEqual(noPayment);
  });

  it('is not found for an unknown processor', async () => {
    const { payment_id } = await challenged();
    const path = (connector: string) =>
      `/payments/${payment_id}/${merchant.merchantId}/redirect/response/${connector}${tokenOf(payment_id)}`;
    expect(statusAndBody(await system.api.get(path('unknown')))).toEqual(
      refusal(404, 'HE_04', 'The connector provided in the request is incorrect or not available'),
    );
  });
});

describe('the redirect back', () => {
  const backOf = (payment_id: string, query: string, way = 'response') =>
    `/payments/${payment_id}/${merchant.merchantId}/redirect/${way}/stripe_test${query}`;
  /** The lookups of a payment at the processor. */
  const lookups = (id: string) =>
    system.ledger().filter((one) => one.entry === 'request' && one.kind === 'lookup' && one.payment_id === id);

  it.each([
    ['succeeded', {}],
    ['requires_customer_action', cardFields(cards.threeDs)],
    ['failed', cardFields(cards.declined)],
  ])('of a payment that is %s reveals nothing to a caller who knows only the ids', async (status, more) => {
    const payment = ok(await merchant.api.post('/payments', paymentBody({ return_url: returnUrl, ...more })));
    expect(payment.status).toBe(status);
    const before = lookups(payment.connector_transaction_id).length;
    for (const way of ['response', 'complete'])
      for (const query of ['', '?redirect_token=1', tokenOf('pay_none')])
        for (const answer of [
          await system.api.get(backOf(payment.payment_id, query, way)),
          await system.api.raw('POST', backOf(payment.payment_id, query, way), 'PaRes=1', {
            'content-type': 'application/x-www-form-urlencoded',
          }),
        ]) {
          expect([answer.status, answer.headers['location']]).toEqual([200, undefined]);
          expect(answer.text).toContain('This address does not lead to a payment');
          expect(answer.text).not.toContain(payment.payment_id);
        }
    expect(lookups(payment.connector_transaction_id)).toHaveLength(before);
  });

  it('causes at most one lookup in two seconds, however often the customer returns', async () => {
    const { payment_id, connector_transaction_id, next_action } = await challenged();
    const began = Date.now();
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => system.api.get(backOf(payment_id, tokenOf(payment_id)))),
      );
      for (const { headers } of answers) expect(headers['location']).toBe(next_action.redirect_to_url);
    }
    const slots = Math.floor((Date.now() - began) / 2_000) + 1;
    const count = lookups(connector_transaction_id).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(slots);
  });
});
