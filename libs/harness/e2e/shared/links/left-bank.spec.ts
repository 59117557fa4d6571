import { aMerchant, cards, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  headingOf,
  linkOf,
  overflowOf,
  payButton,
  seriousViolations,
  severalMethods,
  shopUrl,
  shopWindow,
  typeCard,
} from '../../support/checkout-page';
import { launchChromium } from '../../support/chromium';
import { effectLabelsOf } from '../../support/ledger-check';
import { atStripe, stripeCards } from '../stripe/at-stripe';

jest.setTimeout(180_000);

/** A customer who leaves the bank's page before the end, and has the link still. */
const system = sharedSystem();
let merchant: TestMerchant;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
  browser = await launchChromium();
});
afterAll(() => browser?.close());
afterEach(() => context?.close());

const narrow = { width: 360, height: 740 };
const openWindow = async (options: Parameters<typeof shopWindow>[1] = { viewport: narrow }): Promise<void> => {
  ({ context, page } = await shopWindow(browser, options));
};
const paymentOf = async (id: string, by = merchant): Promise<Json> =>
  ok(await by.api.get(`/payments/${id}?expand_attempts=true`));
const statesOf = ({ attempts }: Json) => attempts.map(({ status }: Json) => status);

/** A payment whose customer is at the bank's page. */
async function atBank(by = merchant, card: string = cards.threeDs) {
  const { payment, address } = await linkOf(by);
  await page.goto(address);
  await typeCard(page, card);
  await payButton(page).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/payment_link/') && !url.pathname.includes('/redirect/'));
  return { id: payment.payment_id as string, address, secret: payment.client_secret as string };
}
const other = () => page.getByRole('button', { name: 'Use another card' });
const onward = () => page.getByRole('link', { name: 'Continue at your bank' });

it('Back from the bank’s page leads to the link, from which the customer goes on at the bank', async () => {
  await openWindow({ viewport: { width: 1280, height: 900 } });
  const { id, address } = await atBank();
  await page.goBack();
  await headingOf(page, 'Your bank is waiting for you').waitFor();
  expect(page.url()).toBe(address);
  await onward().click();
  await page.locator('a.authorize').click();
  await page.waitForURL(`${shopUrl}**`);
  expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
});

it('another card begins only after the try at the bank has ended, and is charged alone', async () => {
  await openWindow();
  const { id, address } = await atBank();
  const bank = page.url();
  await page.goto(address);
  await headingOf(page, 'Your bank is waiting for you').waitFor();
  expect([await seriousViolations(page), await overflowOf(page)]).toEqual([[], 0]);
  await other().click();
  await payButton(page).waitFor();
  expect(await paymentOf(id)).toMatchObject({ status: 'requires_confirmation', attempt_count: 2 });
  await typeCard(page, cards.succeeds);
  await payButton(page).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect(statesOf(await paymentOf(id))).toEqual(['voided', 'charged']);

  // The page of the ended try may be open still.
  await page.goto(bank);
  const authorize = page.locator('a.authorize');
  if ((await authorize.count()) > 0) await authorize.click();
  expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 2, amount_received: 6540 });
  expect(effectLabelsOf(system, id)).toEqual(['charge 6540']);
});

it('at Stripe the choice lies in a frame within a frame, and leads back to the shop', async () => {
  const stripes = await atStripe(system);
  await openWindow();
  const { id } = await atBank(stripes, stripeCards.threeDs);
  await page.frameLocator('iframe').frameLocator('iframe').locator('#test-source-authorize-3ds').click();
  await page.waitForURL(`${shopUrl}**`);
  expect(await paymentOf(id, stripes)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
});

it('at Stripe the try is cancelled, too', async () => {
  const stripes = await atStripe(system);
  await openWindow();
  const { id, address } = await atBank(stripes, stripeCards.threeDs);
  await page.goto(address);
  await other().click();
  await payButton(page).waitFor();
  await typeCard(page, stripeCards.succeeds);
  await payButton(page).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect(statesOf(await paymentOf(id, stripes))).toEqual(['voided', 'charged']);
});

it('a try that cannot be ended yet leaves the customer the way to the bank', async () => {
  await openWindow();
  const { id, address, secret } = await atBank();
  const now = JSON.stringify(ok(await merchant.client.get(`/payments/${id}?client_secret=${secret}`)));
  await page.route('**/payment_link/another/**', (route) =>
    route.fulfill({ contentType: 'application/json', body: now }),
  );
  await page.goto(address);
  await other().click();
  await page.getByText('The earlier try could not be ended yet. Do not pay again').waitFor();
  expect(await onward().count()).toBe(1);
  expect(await page.locator('form').count()).toBe(0);
});

it('a code to scan can be left for a card', async () => {
  await openWindow();
  const { payment, address } = await linkOf(merchant);
  await page.goto(address);
  await page.getByLabel('WeChat Pay').check();
  await payButton(page).click();
  await page.getByAltText('QR code of this payment').waitFor();
  await page.goto(address);
  await page.getByAltText('QR code of this payment').waitFor();
  await other().click();
  await typeCard(page, cards.succeeds);
  await payButton(page).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect(statesOf(await paymentOf(payment.payment_id))).toEqual(['voided', 'charged']);
});

it('without JavaScript a form ends the try', async () => {
  await openWindow({ viewport: narrow, javaScriptEnabled: false });
  const { payment, address } = await linkOf(merchant);
  const plain = address.replace('/payment_link/', '/payment_link/plain/');
  await page.goto(plain);
  await page.getByRole('button', { name: 'Pay with Alipay' }).click();
  await page.locator('a#go').waitFor();
  await page.goto(plain);
  await headingOf(page, 'Your bank is waiting for you').waitFor();
  expect(await onward().count()).toBe(1);
  await other().click();
  await page.getByRole('button', { name: 'Pay with Alipay' }).waitFor();
  expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'requires_confirmation' });
});
describe('in the frame of a shop', () => {
  let shop: Server;
  let shopPage = '';
  beforeAll(async () => {
    shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(shopPage));
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => shop.close());

  it('the secure page ends the try, too', async () => {
    const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const framing = await aMerchant(system, { connector: severalMethods });
    const profile = `/account/${framing.merchantId}/business_profile/${framing.profileId}`;
    ok(await framing.api.post(profile, { payment_link_config: { allowed_domains: [host] } }));
    const { payment } = await linkOf(framing, { authentication_type: 'three_ds' });
    shopPage = `<iframe src="${payment.payment_link.secure_link}" width="340" height="700"></iframe>`;
    await openWindow();
    const shown = page.frameLocator('iframe');
    const type = async (number: string) => {
      await shown.getByLabel('Card number').fill(number);
      await shown.getByLabel('Expiry date (MM/YY)').fill('0335');
      await shown.getByLabel('Security code').fill('123');
      await shown.getByRole('button', { name: /^Pay / }).click();
    };
    await page.goto(`http://${host}/`);
    await type(cards.threeDs);
    await page.locator('a.authorize').waitFor();
    await page.goto(`http://${host}/`);
    await shown.getByRole('button', { name: 'Use another card' }).click();
    await type(cards.succeeds);
    await shown.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(statesOf(await paymentOf(payment.payment_id, framing))).toEqual(['voided', 'charged']);
  });
});

describe('the address that ends a try', () => {
  it('needs the token of the link, and is for no other site', async () => {
    await openWindow();
    const { id, address } = await atBank();
    const another = address.replace('/payment_link/', '/payment_link/another/');
    const post = (url: string, headers: Record<string, string> = {}) =>
      fetch(url, { method: 'POST', headers }).then(({ status }) => status);
    expect(await post(another.replace(/link_token=[^&]*/, 'link_token=x'))).toBe(404);
    expect(await post(another, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await paymentOf(id)).toMatchObject({ status: 'requires_customer_action' });
    expect(await post(another)).toBe(200);
    expect(await paymentOf(id)).toMatchObject({ status: 'requires_confirmation' });
  });
});
