import { connectorBody, ok, type Json, type TestMerchant } from '@payorch/harness';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Reserved for documentation: a browser in a test answers for it. */
export const shopUrl = 'https://shop.example/done';

/** The card types of a test merchant and some payment methods with other next steps. */
export const severalMethods = {
  payment_methods_enabled: [
    ...connectorBody('stripe_test').payment_methods_enabled,
    {
      payment_method: 'wallet',
      payment_method_types: [
        { payment_method_type: 'ali_pay', payment_experience: 'redirect_to_url' },
        { payment_method_type: 'we_chat_pay', payment_experience: 'display_qr_code' },
        { payment_method_type: 'google_pay', payment_experience: 'invoke_sdk_client' },
      ],
    },
    { payment_method: 'bank_transfer', payment_method_types: [{ payment_method_type: 'multibanco' }] },
  ],
};

/** A payment with a link, and the address of its page in a language. */
export async function linkOf(
  merchant: TestMerchant,
  more: object = {},
  language = 'en',
): Promise<{ payment: Json; address: string }> {
  const payment = ok(
    await merchant.api.post(
      '/payments',
      {
        amount: 6540,
        currency: 'EUR',
        payment_link: true,
        return_url: shopUrl,
        profile_id: merchant.profileId,
        ...more,
      },
      { 'accept-language': language },
    ),
  );
  return { payment, address: payment.payment_link.link };
}

export type WindowOptions = Parameters<Browser['newContext']>[0];

export interface ShopWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser complains about: blocked by the policy of the page, errors of the script. */
  readonly complaints: readonly string[];
  /** Every request of the page: `POST http://…`. */
  readonly requests: readonly string[];
}

/** Answers what the page asks the shop, also after a redirect, which `page.route` does not see. */
async function answerForShop(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const responseHeaders = [{ name: 'content-type', value: 'text/html' }];
    const body = Buffer.from('<title>Shop</title>').toString('base64');
    // The page may be closed meanwhile.
    void session
      .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
      .catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://shop.example/*' }] });
}

/** A browser window without a history, in which the merchant's shop answers. */
export async function shopWindow(browser: Browser, options: WindowOptions = {}): Promise<ShopWindow> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  await answerForShop(page);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  return { context, page, complaints, requests };
}

/** Types a card into the form as a customer does: by the labels. */
export async function typeCard(page: Page, number: string, expiry = '0335', code = '123'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date (MM/YY)').fill(expiry);
  await page.getByLabel('Security code').fill(code);
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });
export const headingOf = (page: Page, name: string) => page.getByRole('heading', { name });

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe-core finds that is serious or critical, by WCAG 2.2 AA and its own best practices. Of what passes it describes no node. */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  const found = await page.evaluate<readonly Violation[]>(
    'axe.run({ resultTypes: ["violations"] }).then((results) => results.violations)',
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Pixels by which the content is wider than the window: 0 where nothing scrolls sideways. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
