import { aMerchant, cardFields, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium';

jest.setTimeout(120_000);

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
const call = (path: string, key: string, body?: object): Promise<Seen | undefined> =>
  page.evaluate(
    async ({ url, key, body }) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { 'api-key': key, ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(url, { ...init, headers }).catch(() => undefined);
      return (
        answer && { status: answer.status, requestId: answer.headers.get('x-request-id'), body: await answer.json() }
      );
    },
    { url: `${system.baseUrl('gateway')}${path}`, key, body },
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

  it('reads the error of a refused request', async () => {
    const { payment_id, client_secret } = await created();
    const body = { ...cardFields(), client_secret, amount: 1 };
    expect(await call(`/payments/${payment_id}/confirm`, merchant.publishableKey, body)).toMatchObject({
      ...{ status: 400, body: { error: { code: 'IR_16', message: expect.stringMatching(/^amount can only be set/) } } },
    });
  });

  it('is refused with a secret key, and reads the error', async () => {
    const { payment_id } = await created();
    expect(await call(`/payments/${payment_id}`, merchant.apiKey)).toMatchObject({
      ...{ status: 401, body: { error: { message: expect.stringMatching(/^A secret key must stay on the server/) } } },
    });
    expect(await call('/payments', merchant.apiKey, { amount: 6540, currency: 'USD' })).toBeUndefined();
    expect(await call('/refunds', merchant.apiKey, { payment_id })).toBeUndefined();
  });
});
