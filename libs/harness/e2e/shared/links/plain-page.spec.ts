import { aMerchant, cards, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { headingOf, linkOf, overflowOf, seriousViolations, severalMethods, shopUrl } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';
import { aFramingShop, type FramingShop } from '../../support/shop';

const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;
/** A shop that frames the secure link. */
let shop: FramingShop;

beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
  shop = await aFramingShop();
  const payment_link_config = { allowed_domains: [shop.host] };
  ok(
    await merchant.api.post(`/account/${merchant.merchantId}/business_profile/${merchant.profileId}`, {
      payment_link_config,
    }),
  );
});
afterAll(() => shop?.close());

const statusOf = async (id: string): Promise<string> => ok(await merchant.api.get(`/payments/${id}`)).status;
const frame = () => at.page.frameLocator('iframe');

it('without JavaScript a customer pays by a redirect, and comes back to the shop', async () => {
  const { payment, address } = await linkOf(merchant);
  await at.open({ javaScriptEnabled: false });
  await at.page.goto(address);
  expect(await at.page.locator('.note').textContent()).toContain('This page needs JavaScript.');
  await at.page.getByRole('link', { name: 'Pay without JavaScript' }).click();
  expect(await at.page.locator('.amount').textContent()).toBe('€65.40');
  expect(await at.page.getByRole('button').allTextContents()).toEqual(['Pay with Alipay']);
  expect(await at.page.content()).not.toMatch(/secret|pk_|<script/);
  const plain = at.page.url();
  await at.page.getByRole('button', { name: 'Pay with Alipay' }).click();
  // The page after the form leads on by itself, the next one has a link for browsers without scripts.
  await at.page.locator('a#go').click();
  await at.page.locator('a.authorize').click();
  await at.page.waitForURL(`${shopUrl}**`);
  expect(await statusOf(payment.payment_id)).toBe('succeeded');
  await at.page.goto(plain);
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(await at.page.locator('form').count()).toBe(0);
});

it('a form that is sent twice is one confirmation, and a form of another site is none', async () => {
  const { payment, address } = await linkOf(merchant);
  const plain = address.replace('/payment_link/', '/payment_link/plain/');
  const send = (site: string) =>
    fetch(plain, {
      method: 'POST',
      headers: { accept: 'text/html', 'sec-fetch-site': site },
      body: new URLSearchParams({ chosen_method: 'wallet/ali_pay', amount: '1' }),
    });
  expect((await send('cross-site')).status).toBe(403);
  expect(await statusOf(payment.payment_id)).toBe('requires_payment_method');
  const pages = await Promise.all([send('same-origin'), send('same-origin')].map(async (sent) => (await sent).text()));
  const next = 'The payment continues on another page';
  const later = 'Your bank is waiting for you';
  // The other form waits for the confirmation of the first, or comes after it.
  for (const page of pages) expect(page).toMatch(new RegExp(`${next}|Check again|${later}`));
  expect(pages.some((page) => page.includes(next))).toBe(true);
  expect(await (await send('same-origin')).text()).toContain(later);
  const found = ok(await merchant.api.get(`/payments/${payment.payment_id}`));
  expect(found).toMatchObject({ status: 'requires_customer_action', attempt_count: 1, amount: 6540 });
});

it('the page without scripts has nothing that axe-core finds serious, and fits 360 px', async () => {
  const { address } = await linkOf(merchant);
  await at.open({ javaScriptEnabled: true });
  await at.page.goto(address.replace('/payment_link/', '/payment_link/plain/'));
  await at.page.getByRole('button', { name: 'Pay with Alipay' }).waitFor();
  expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
});

describe('in the frame of a shop', () => {
  const framed = async (more: object) => {
    const { payment } = await linkOf(merchant, more);
    shop.frame(payment.payment_link.secure_link);
    return payment;
  };

  it('a card that needs 3DS leaves the frame for the bank, and comes back to the shop', async () => {
    const payment = await framed({ authentication_type: 'three_ds' });
    await at.open({ javaScriptEnabled: true });
    await at.page.goto(shop.address);
    await frame().getByLabel('Card number').fill(cards.threeDs);
    await frame().getByLabel('Expiry date (MM/YY)').fill('0335');
    await frame().getByLabel('Security code').fill('123');
    await frame().getByRole('button', { name: /^Pay / }).click();
    await at.page.locator('a.authorize').click();
    await at.page.waitForURL(`${shopUrl}**`);
    expect(await statusOf(payment.payment_id)).toBe('succeeded');
  });

  it('a redirect without JavaScript leaves it by a press of the link', async () => {
    const payment = await framed({});
    await at.open({ javaScriptEnabled: false });
    await at.page.goto(shop.address);
    await frame().getByRole('link', { name: 'Pay without JavaScript' }).click();
    await frame().getByRole('button', { name: 'Pay with Alipay' }).click();
    await frame().getByRole('link', { name: 'Continue' }).click();
    await at.page.locator('a.authorize, a#go').first().waitFor();
    expect(at.page.url()).not.toContain(shop.host);
    expect(await statusOf(payment.payment_id)).toBe('requires_customer_action');
  });
});
