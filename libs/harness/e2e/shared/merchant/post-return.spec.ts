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
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { choose, visit } from '../../support/browser';
import { launchChromium } from '../../support/chromium';

const hashKey = 'the key of this merchant';
const system = sharedSystem();
let merchant: TestMerchant;
let shop: Server;
let home: string;
let browser: Browser;
let posted: { method: string; url: string; form: URLSearchParams; referrer: string | undefined }[] = [];

/** A shop that shows how it was called. */
beforeAll(async () => {
  const account = { payment_response_hash_key: hashKey, redirect_to_merchant_with_http_post: true };
  merchant = await aMerchant(system, { account });
  shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      if (url !== '/favicon.ico') posted.push({ method, url, form, referrer: headers.referer });
      response.setHeader('content-type', 'text/html').end(`<title>Shop</title><p id="method">${method}</p>`);
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  home = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  shop?.close();
});
beforeEach(() => {
  posted = [];
});

const challenged = async (more: object = {}): Promise<Json> =>
  ok(
    await merchant.api.post(
      '/payments',
      paymentBody({ ...cardFields(cards.threeDs), return_url: `${home}/done?basket=7&a=%C3%BC`, ...more }),
    ),
  );

/** The signature as the merchant verifies it: over all other fields of the form, sorted. */
function signatureOf(form: URLSearchParams): string {
  const signed = [...form].filter(([name]) => !name.startsWith('signature'));
  const text = signed
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHmac('sha512', hashKey).update(text, 'utf8').digest('hex');
}

async function inBrowser<T>(
  options: { readonly javaScriptEnabled: boolean },
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await use(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

function expectReturn({ payment_id, client_secret }: Json, status: string): void {
  expect(posted).toHaveLength(1);
  const [{ method, url, form, referrer }] = posted as [(typeof posted)[number]];
  expect([method, url, referrer]).toEqual(['POST', '/done?basket=7&a=%C3%BC', undefined]);
  expect([...form]).toEqual([
    ['basket', '7'],
    ['a', 'ü'],
    ['status', status],
    ['payment_id', payment_id],
    ['payment_intent_client_secret', client_secret],
    ['manual_retry_allowed', 'false'],
    ['signature', signatureOf(form)],
    ['signature_algorithm', 'HMAC-SHA512'],
  ]);
}

describe('a profile that returns its customers by POST', () => {
  it('posts the signed result in a browser, by itself', async () => {
    const payment = await challenged();
    const back = await choose(payment.next_action.redirect_to_url, 'authorize');
    await inBrowser({ javaScriptEnabled: true }, async (page) => {
      await page.goto(back);
      await page.waitForURL(`${home}/done**`);
      expect(await page.textContent('#method')).toBe('POST');
    });
    expectReturn(payment, 'succeeded');
  });

  it('posts after a click on the button where scripts are off', async () => {
    const payment = await challenged();
    const back = await choose(payment.next_action.redirect_to_url, 'reject');
    await inBrowser({ javaScriptEnabled: false }, async (page) => {
      await page.goto(back);
      expect(posted).toEqual([]);
      await page.click('#go');
      await page.waitForURL(`${home}/done**`);
    });
    expectReturn(payment, 'failed');
  });

  it('posts in the window of the shop, and closes the popup', async () => {
    const payment = await challenged({ is_iframe_redirection_enabled: true });
    const back = await choose(payment.next_action.popup_url, 'authorize');
    await inBrowser({ javaScriptEnabled: true }, async (page, context) => {
      await page.goto(`${home}/shop`);
      posted = [];
      const opened = context.waitForEvent('page');
      await page.evaluate(`void window.open(${JSON.stringify(back)})`);
      const popup = await opened;
      await page.waitForURL(`${home}/done**`);
      expect(await page.textContent('#method')).toBe('POST');
      if (!popup.isClosed()) await popup.waitForEvent('close');
    });
    expectReturn(payment, 'succeeded');
  });

  it('runs no script that a return address brings', async () => {
    const attack = '"><script>window.hit=1</script>';
    const payment = await challenged({ return_url: `${home}/done?x=${encodeURIComponent(attack)}` });
    const back = await choose(payment.next_action.redirect_to_url, 'authorize');
    const { status, headers, text } = await visit(back);
    expect(status).toBe(200);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(headers['content-security-policy']).toMatch(
      new RegExp(
        `^default-src 'none'; script-src 'nonce-[^']+'; base-uri 'none'; frame-ancestors 'none'; form-action ${home}$`,
      ),
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    await inBrowser({ javaScriptEnabled: true }, async (page) => {
      await page.goto(back);
      await page.waitForURL(`${home}/done**`);
    });
    expect(posted[0]?.form.get('x')).toBe(attack);
  });

  it('returns unsigned where the profile has no hash', async () => {
    const path = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
    ok(await merchant.api.post(path, { enable_payment_response_hash: false }));
    const payment = await challenged();
    const { text } = await visit(await choose(payment.next_action.redirect_to_url, 'authorize'));
    expect(text).not.toContain('signature');
    expect(text).toContain(payment.client_secret);
    ok(await merchant.api.post(path, { enable_payment_response_hash: true }));
  });

  it('shows nothing without the token of the attempt', async () => {
    const payment = await challenged();
    const back = await choose(payment.next_action.redirect_to_url, 'authorize');
    const { text } = await visit(`${back.split('?')[0]}?left_popup=true`);
    expect(text).toContain('This address does not lead to a payment');
    expect(text).not.toContain(payment.payment_id);
  });
});
