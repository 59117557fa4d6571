import { aMerchant, cardFields, cards, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium';
import { publishedKeys } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let shop: Server;
let browser: Browser;
let page: Page;

/** A shop at another origin, opened in a browser. */
beforeAll(async () => {
  merchant = await aMerchant(system);
  shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>Shop</title>'));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser?.close();
  shop?.close();
});

interface Seen {
  readonly status: number;
  readonly requestId: string | null;
  readonly body: Json;
}

/** The part of an answer that the shop's page can read; undefined when the browser blocks it. */
const call = (path: string, key: string, body?: object, more: Record<string, string> = {}): Promise<Seen | undefined> =>
  page.evaluate(
    async ({ url, key, body, more }) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { 'api-key': key, ...(body && { 'content-type': 'application/json' }), ...more };
      const answer = await fetch(url, { ...init, headers }).catch(() => undefined);
      return (
        answer && { status: answer.status, requestId: answer.headers.get('x-request-id'), body: await answer.json() }
      );
    },
    { url: `${system.baseUrl('gateway')}${path}`, key, body, more },
  );

const created = async (): Promise<Json> => ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD' }));

describe('a page of another origin, in a browser', () => {
  it('confirms and reads a payment with the publishable key', async () => {
    const { payment_id, client_secret } = await created();
    const confirmed = await call(`/payments/${payment_id}/confirm`, merchant.publishableKey, {
      ...cardFields(),
      client_secret,
    });
    expect(confirmed).toMatchObject({ status: 200, requestId: expect.any(String), body: { status: 'succeeded' } });
    const read = await call(`/payments/${payment_id}?client_secret=${client_secret}`, merchant.publishableKey);
    expect(read?.body).toMatchObject({ payment_id, status: 'succeeded', amount: 6540 });
  });

  describe('with the headers of the vendor’s SDK', () => {
    const home = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    const headersOf = ({ sdk_authorization }: Json): Record<string, string> => ({
      Authorization: sdk_authorization,
      'X-Merchant-Domain': '127.0.0.1',
      'X-Client-Source': 'payment',
      'X-Client-Version': '1.0.0',
      'x-redirect-uri': home(),
      'X-Profile-Id': merchant.profileId,
    });
    /** Every call of a checkout for this payment: its status, and its body where it succeeded. */
    const checkoutOf = (payment: Json) => async (path: string, body?: object) => {
      const seen = await call(path, merchant.publishableKey, body, headersOf(payment));
      return seen?.status === 200 ? seen.body : seen;
    };
    const withCustomer = async (more: object = {}): Promise<Json> => {
      const { customer_id } = ok(await merchant.api.post('/customers', { name: 'Joseph Doe' }));
      const { card } = cardFields().payment_method_data;
      ok(await merchant.api.post('/payment_methods', { payment_method: 'card', customer_id, card }));
      return ok(
        await merchant.api.post('/payments', {
          amount: 6540,
          currency: 'USD',
          customer_id,
          return_url: home(),
          ...more,
        }),
      );
    };

    it('renders a checkout, and pays with a saved card', async () => {
      const payment = await withCustomer();
      const { payment_id, client_secret } = payment;
      const checkout = checkoutOf(payment);
      const secret = `client_secret=${client_secret}`;
      expect(await checkout('/payments/session_tokens', { payment_id, client_secret, wallets: [] })).toMatchObject({
        payment_id,
      });
      expect(await checkout(`/account/payment_methods?${secret}`)).toMatchObject({
        payment_methods: expect.arrayContaining([expect.objectContaining({ payment_method: 'card' })]),
      });
      const saved = await checkout(`/customers/payment_methods?${secret}`);
      expect(saved).toMatchObject({ customer_payment_methods: [{ card: { last4_digits: '4242' } }] });
      const { payment_token } = (saved as Json).customer_payment_methods[0];
      const chosen = { client_secret, payment_method: 'card', payment_token, card_cvc: '123' };
      expect(await checkout(`/payments/${payment_id}/confirm`, chosen)).toMatchObject({ status: 'succeeded' });
      expect(await checkout(`/payments/${payment_id}?${secret}`)).toMatchObject({ status: 'succeeded' });
      expect(await checkout('/poll/status/poll_none')).toMatchObject({
        status: 404,
        body: { error: { code: 'HE_02' } },
      });
    });

    describe('today, with its two newer routes', () => {
      /** The calls of the SDK up to the form: what the customer can choose. */
      const mounted = async (payment: Json): Promise<Json> => {
        const { payment_id, client_secret } = payment;
        const checkout = checkoutOf(payment);
        const sent = { payment_id, client_secret, wallets: [] };
        expect(await checkout('/payments/session_tokens', sent)).toMatchObject({ payment_id });
        const [client, config] = [
          await checkout(`/payments/${payment_id}/client`),
          await checkout('/v1/sdk/configs/web/sdk_config.json'),
        ] as Json[];
        expect(Object.keys(client!)).toEqual(publishedKeys('SdkClientResponse'));
        expect(client!.payment_methods_enabled[0]).toMatchObject({ payment_method: 'card' });
        expect(client!.payment_methods_enabled[0].card_networks).toContain('Visa');
        expect(client!.sdk_next_action).toEqual({ next_action: 'confirm' });
        expect(client!.intent_data).toMatchObject({ payment_id, metadata: null, amount: 6540 });
        expect(Object.keys(config!)).toEqual(publishedKeys('SdkConfigResponse'));
        expect(config!.context_used).toMatchObject({
          merchant_id: merchant.merchantId,
          profile_id: merchant.profileId,
        });
        expect(config!.context_used.connector.length).toBeGreaterThan(0);
        return client!;
      };
      const confirmed = (payment: Json, body: object) =>
        checkoutOf(payment)(`/payments/${payment.payment_id}/confirm`, {
          client_secret: payment.client_secret,
          ...body,
        }) as Promise<Json>;

      it('pays and is declined by card', async () => {
        const [paid, declined] = [await created(), await created()];
        expect((await mounted(paid)).customer_payment_methods).toEqual([]);
        expect(await confirmed(paid, cardFields())).toMatchObject({ status: 'succeeded' });
        await mounted(declined);
        expect(await confirmed(declined, cardFields(cards.declined))).toMatchObject({ status: 'failed' });
      });

      it('pays with a saved card and its code', async () => {
        const payment = await withCustomer();
        const [saved] = (await mounted(payment)).customer_payment_methods as Json[];
        expect(saved).toMatchObject({ payment_method: 'card', requires_cvv: true });
        expect(saved!.payment_method_data.card).toMatchObject({ last4_digits: '4242' });
        const { payment_token } = saved!;
        expect(await confirmed(payment, { payment_method: 'card', payment_token, card_cvc: '123' })).toMatchObject({
          status: 'succeeded',
        });
      });

      it('pays after 3DS', async () => {
        const payment = await withCustomer();
        await mounted(payment);
        const { status, next_action } = await confirmed(payment, cardFields(cards.threeDs));
        expect(status).toBe('requires_customer_action');
        await page.goto(next_action.redirect_to_url);
        await page.locator('a.authorize').click();
        await page.waitForURL(`${home()}**`);
        expect(new URL(page.url()).searchParams.get('status')).toBe('succeeded');
      });

      it('reads why a call is refused', async () => {
        const [payment, other] = [await created(), await created()];
        const config = '/v1/sdk/configs/web/sdk_config.json';
        const secret = `client_secret=${payment.client_secret}`;
        const invalid = { status: 400, body: { error: { code: 'IR_09' } } };
        const by = (path: string) => call(path, merchant.publishableKey);
        expect(await by(`${config}?${secret}`)).toMatchObject({ status: 200 });
        expect(await by(`/payments/${payment.payment_id}/client?${secret}`)).toMatchObject({ status: 200 });
        expect(await by(`/payments/${other.payment_id}/client?${secret}`)).toMatchObject(invalid);
        expect(await by(`${config}?${secret}x`)).toMatchObject(invalid);
        expect(await by(`/v1/sdk/configs/toaster/sdk_config.json?${secret}`)).toMatchObject({ status: 400 });
        expect(await by(`/payments/pay_none/client?client_secret=pay_none_secret_x`)).toMatchObject({
          status: 404,
          body: { error: { code: 'HE_02' } },
        });
        const forged = { authorization: `${payment.sdk_authorization}x`, 'X-Profile-Id': merchant.profileId };
        expect(await call(config, merchant.publishableKey, undefined, forged)).toMatchObject({
          status: 401,
          body: { error: { code: 'IR_01' } },
        });
      });
    });

    it('pays with a card that requires 3DS: the customer returns to the shop', async () => {
      const payment = await withCustomer();
      const { payment_id, client_secret } = payment;
      const checkout = checkoutOf(payment);
      const card = { ...cardFields(cards.threeDs), client_secret };
      const confirmed = (await checkout(`/payments/${payment_id}/confirm`, card)) as Json;
      expect(confirmed).toMatchObject({ status: 'requires_customer_action' });
      expect(await checkout(`/payments/${payment_id}/complete_authorize`, { client_secret })).toMatchObject({
        payment_id,
      });
      await page.goto(confirmed.next_action.redirect_to_url);
      await page.locator('a.authorize').click();
      await page.waitForURL(`${home()}**`);
      expect(new URL(page.url()).searchParams.get('status')).toBe('succeeded');
      expect(await checkout(`/payments/${payment_id}?client_secret=${client_secret}`)).toMatchObject({
        status: 'succeeded',
      });
    });
  });

  it('reads the error of a refused request', async () => {
    const { payment_id, client_secret } = await created();
    const body = { ...cardFields(), client_secret, amount: 1 };
    expect(await call(`/payments/${payment_id}/confirm`, merchant.publishableKey, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16', message: expect.stringMatching(/^amount can only be set/) } },
    });
  });

  it('is refused with a secret key, and reads the error', async () => {
    const { payment_id } = await created();
    expect(await call(`/payments/${payment_id}`, merchant.apiKey)).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringMatching(/^A secret key must stay on the server/) } },
    });
    expect(await call('/payments', merchant.apiKey, { amount: 6540, currency: 'USD' })).toBeUndefined();
    expect(await call('/refunds', merchant.apiKey, { payment_id })).toBeUndefined();
  });
});
