import { aMerchant, cards, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  headingOf,
  linkOf,
  overflowOf,
  payButton,
  seriousViolations,
  severalMethods,
  shopUrl,
  typeCard,
} from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';
import { effectLabelsOf } from '../../support/ledger-check';
import { atStripe, stripeCards } from '../stripe/at-stripe';

/** A customer who leaves the bank's page before the end, and has the link still. */
const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
});

const paymentOf = async (id: string, by = merchant): Promise<Json> =>
  ok(await by.api.get(`/payments/${id}?expand_attempts=true`));
const statesOf = ({ attempts }: Json) => attempts.map(({ status }: Json) => status);

/** A payment whose customer is at the bank's page. */
async function atBank(by = merchant, card: string = cards.threeDs) {
  const { payment, address } = await linkOf(by);
  await at.page.goto(address);
  await typeCard(at.page, card);
  await payButton(at.page).click();
  await at.page.waitForURL((url) => !url.pathname.startsWith('/payment_link/') && !url.pathname.includes('/redirect/'));
  return { id: payment.payment_id as string, address, secret: payment.client_secret as string };
}
const other = () => at.page.getByRole('button', { name: 'Use another card' });
const onward = () => at.page.getByRole('link', { name: 'Continue at your bank' });

it('Back from the bank’s page leads to the link, from which the customer goes on at the bank', async () => {
  await at.open({ viewport: { width: 1280, height: 900 } });
  const { id, address } = await atBank();
  await at.page.goBack();
  await headingOf(at.page, 'Your bank is waiting for you').waitFor();
  expect(at.page.url()).toBe(address);
  await onward().click();
  await at.page.locator('a.authorize').click();
  await at.page.waitForURL(`${shopUrl}**`);
  expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
});

it('another card begins only after the try at the bank has ended, and is charged alone', async () => {
  await at.open();
  const { id, address } = await atBank();
  const bank = at.page.url();
  await at.page.goto(address);
  await headingOf(at.page, 'Your bank is waiting for you').waitFor();
  expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
  await other().click();
  await payButton(at.page).waitFor();
  expect(await paymentOf(id)).toMatchObject({ status: 'requires_confirmation', attempt_count: 2 });
  await typeCard(at.page, cards.succeeds);
  await payButton(at.page).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(statesOf(await paymentOf(id))).toEqual(['voided', 'charged']);

  // The page of the ended try may be open still.
  await at.page.goto(bank);
  const authorize = at.page.locator('a.authorize');
  if ((await authorize.count()) > 0) await authorize.click();
  expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 2, amount_received: 6540 });
  expect(effectLabelsOf(system, id)).toEqual(['charge 6540']);
});

it('at Stripe the choice lies in a frame within a frame, and leads back to the shop', async () => {
  const stripes = await atStripe(system);
  await at.open();
  const { id } = await atBank(stripes, stripeCards.threeDs);
  const outer = at.page.frameLocator('iframe[name^="__privateStripeFrame"]');
  await outer.frameLocator('#challengeFrame').locator('#test-source-authorize-3ds').click();
  await at.page.waitForURL(`${shopUrl}**`);
  expect(await paymentOf(id, stripes)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
});

it('at Stripe the try is cancelled, too', async () => {
  const stripes = await atStripe(system);
  await at.open();
  const { id, address } = await atBank(stripes, stripeCards.threeDs);
  await at.page.goto(address);
  await other().click();
  await payButton(at.page).waitFor();
  await typeCard(at.page, stripeCards.succeeds);
  await payButton(at.page).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(statesOf(await paymentOf(id, stripes))).toEqual(['voided', 'charged']);
});

it('a try that cannot be ended yet leaves the customer the way to the bank', async () => {
  await at.open();
  const { id, address, secret } = await atBank();
  const now = JSON.stringify(ok(await merchant.client.get(`/payments/${id}?client_secret=${secret}`)));
  await at.page.route('**/payment_link/another/**', (route) =>
    route.fulfill({ contentType: 'application/json', body: now }),
  );
  await at.page.goto(address);
  await other().click();
  await at.page.getByText('The earlier try could not be ended yet. Do not pay again').waitFor();
  expect(await onward().count()).toBe(1);
  expect(await at.page.locator('form').count()).toBe(0);
});

it('a code to scan can be left for a card', async () => {
  await at.open();
  const { payment, address } = await linkOf(merchant);
  await at.page.goto(address);
  await at.page.getByLabel('WeChat Pay').check();
  await payButton(at.page).click();
  await at.page.getByAltText('QR code of this payment').waitFor();
  await at.page.goto(address);
  await at.page.getByAltText('QR code of this payment').waitFor();
  await other().click();
  await typeCard(at.page, cards.succeeds);
  await payButton(at.page).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(statesOf(await paymentOf(payment.payment_id))).toEqual(['voided', 'charged']);
});

it('without JavaScript a form ends the try', async () => {
  await at.open({ viewport: narrow, javaScriptEnabled: false });
  const { payment, address } = await linkOf(merchant);
  const plain = address.replace('/payment_link/', '/payment_link/plain/');
  await at.page.goto(plain);
  await at.page.getByRole('button', { name: 'Pay with Alipay' }).click();
  await at.page.locator('a#go').waitFor();
  await at.page.goto(plain);
  await headingOf(at.page, 'Your bank is waiting for you').waitFor();
  expect(await onward().count()).toBe(1);
  await other().click();
  await at.page.getByRole('button', { name: 'Pay with Alipay' }).waitFor();
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
    await at.open();
    const shown = at.page.frameLocator('iframe');
    const type = async (number: string) => {
      await shown.getByLabel('Card number').fill(number);
      await shown.getByLabel('Expiry date (MM/YY)').fill('0335');
      await shown.getByLabel('Security code').fill('123');
      await shown.getByRole('button', { name: /^Pay / }).click();
    };
    await at.page.goto(`http://${host}/`);
    await type(cards.threeDs);
    await at.page.locator('a.authorize').waitFor();
    await at.page.goto(`http://${host}/`);
    await shown.getByRole('button', { name: 'Use another card' }).click();
    await type(cards.succeeds);
    await shown.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(statesOf(await paymentOf(payment.payment_id, framing))).toEqual(['voided', 'charged']);
  });
});

describe('the address that ends a try', () => {
  it('needs the token of the link, and is for no other site', async () => {
    await at.open();
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
