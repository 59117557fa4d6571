import { aMerchant, cardFields, cards, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testCardTrace } from '../../support/card-markers';
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
import { type CheckoutWindows, checkoutWindows } from '../../support/checkout-windows';

const system = sharedSystem();
const at = checkoutWindows();
let merchant: TestMerchant;
/** A shop that frames the secure link. */
let shop: Server;
let shopPage = '';
const shopHost = (): string => `127.0.0.1:${(shop.address() as AddressInfo).port}`;

beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
  shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(shopPage));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  ok(
    await merchant.api.post(`/account/${merchant.merchantId}/business_profile/${merchant.profileId}`, {
      payment_link_config: { allowed_domains: [shopHost()] },
    }),
  );
});
afterAll(async () => {
  shop?.close();
});

beforeEach(() => at.open());

const confirmations = () => at.requests.filter((one) => one.startsWith('POST ') && one.endsWith('/confirm'));
const statusOf = async (id: string): Promise<string> => ok(await merchant.api.get(`/payments/${id}`)).status;

describe('a card', () => {
  it('is checked beside each field, paid once, and stays in no place of the browser', async () => {
    const { payment, address } = await linkOf(merchant);
    await at.page.goto(address);
    await typeCard(at.page, '4242424242424241', '1320', '12');
    await payButton(at.page).click();
    const number = at.page.getByLabel('Card number');
    expect(await number.inputValue()).toBe('4242 4242 4242 4241');
    const described = await number.getAttribute('aria-describedby');
    expect(await at.page.locator(`#${described!.split(' ').at(-1)}`).textContent()).toBe(
      'The card number is wrong. Compare it with your card.',
    );
    expect(await at.page.evaluate('document.activeElement.id')).toBe('field-card-number');
    const errors = await at.page.locator('.error').allTextContents();
    expect(errors.filter(Boolean).slice(1)).toEqual([
      'The month is a number from 01 to 12.',
      'The security code of this card has 3 digits.',
    ]);
    expect(confirmations()).toEqual([]);

    await typeCard(at.page, cards.succeeds);
    await payButton(at.page).dblclick();
    await headingOf(at.page, 'Payment successful').waitFor();
    expect(await at.page.locator('.status').textContent()).toContain('Your payment of €65.40 is confirmed.');
    expect(await at.page.evaluate('document.activeElement.textContent')).toBe('Payment successful');
    expect(await statusOf(payment.payment_id)).toBe('succeeded');
    expect(confirmations()).toHaveLength(1);

    const stored = await at.page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    );
    expect(stored).not.toMatch(/"123"/);
    for (const text of [stored, await at.page.content()]) expect(text).not.toMatch(testCardTrace);
    expect(at.requests.filter((one) => !one.includes(system.baseUrl('gateway')))).toEqual([]);
    expect(at.complaints).toEqual([]);
    await at.page.getByRole('link', { name: 'Back to the shop' }).click();
    await at.page.waitForURL(`${shopUrl}?payment_id=${payment.payment_id}&status=succeeded`);
  });

  it('that needs 3DS leads to the bank and back to the shop', async () => {
    const { payment, address } = await linkOf(merchant, { authentication_type: 'three_ds' });
    await at.page.goto(address);
    await typeCard(at.page, cards.threeDs);
    await payButton(at.page).click();
    await at.page.locator('a.authorize').click();
    await at.page.waitForURL(`${shopUrl}**`);
    expect(new URL(at.page.url()).searchParams.get('status')).toBe('succeeded');
    expect(await statusOf(payment.payment_id)).toBe('succeeded');
  });
});

it('a response that is lost leaves the payment unknown until the page has read it, and nothing is paid twice', async () => {
  const { payment, address } = await linkOf(merchant);
  await at.page.route('**/confirm', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  let mayRead = false;
  await at.page.goto(address);
  await typeCard(at.page, cards.succeeds);
  await at.page.route(`**/payments/${payment.payment_id}?**`, (route) => (mayRead ? route.continue() : route.abort()));
  await payButton(at.page).click();
  await headingOf(at.page, 'We do not know yet whether you have paid').waitFor();
  expect(await at.page.locator('form').count()).toBe(0);
  mayRead = true;
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(confirmations()).toHaveLength(1);
  expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toMatchObject({
    status: 'succeeded',
    attempt_count: 1,
    amount_received: 6540,
  });
});

it('a confirmation with an unknown outcome may be sent again, after the longest wait for a processor', async () => {
  const { payment, address } = await linkOf(merchant);
  await at.page.clock.install();
  await at.page.route('**/confirm', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await at.page.goto(address);
  await typeCard(at.page, cards.succeeds);
  await payButton(at.page).click();
  await headingOf(at.page, 'We do not know yet whether you have paid').waitFor();
  for (let polls = 0; polls < 9; polls += 1) {
    expect(await at.page.locator('form').count()).toBe(0);
    const polled = at.page.waitForResponse(`**/payments/${payment.payment_id}?**`);
    await at.page.clock.fastForward(10_000);
    await polled;
  }
  await at.page.getByText('Your payment did not reach us').waitFor();
  await typeCard(at.page, cards.succeeds);
  await payButton(at.page).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(await statusOf(payment.payment_id)).toBe('succeeded');
});

describe('other payment methods', () => {
  it('the page offers what the listing has, without those that need a script of a vendor', async () => {
    await at.page.goto((await linkOf(merchant)).address);
    await at.page.getByLabel('Alipay').waitFor();
    expect(await at.page.locator('.tab-name').allTextContents()).toEqual([
      'Card',
      'Alipay',
      'WeChat Pay',
      'Multibanco',
    ]);
  });

  it('a wallet redirects and returns', async () => {
    const { payment, address } = await linkOf(merchant);
    await at.page.goto(address);
    await at.page.getByLabel('Alipay').check();
    await payButton(at.page).click();
    await at.page.locator('a.authorize').click();
    await at.page.waitForURL(`${shopUrl}**`);
    expect(await statusOf(payment.payment_id)).toBe('succeeded');
  });

  it('a QR code is shown, and the page continues by itself', async () => {
    const { address } = await linkOf(merchant);
    await at.page.goto(address);
    await at.page.getByLabel('WeChat Pay').check();
    await payButton(at.page).click();
    const code = at.page.getByAltText('QR code of this payment');
    await code.waitFor();
    expect(await at.page.evaluate('document.querySelector(".qr-code").naturalWidth')).toBeGreaterThan(50);
    const phone = await at.context.newPage();
    const [bank] = await Promise.all([phone.goto(await attemptPage(at.page)), phone.locator('a.authorize').click()]);
    expect(bank?.status()).toBe(200);
    await headingOf(at.page, 'Payment successful').waitFor();
    expect(at.complaints).toEqual([]);
  });

  it('a bank transfer shows where the money goes', async () => {
    await at.page.goto((await linkOf(merchant)).address);
    await at.page.getByLabel('Multibanco').check();
    await payButton(at.page).click();
    await headingOf(at.page, 'Pay by bank transfer').waitFor();
    const details = await at.page.locator('.status .details').first().textContent();
    expect(details).toMatch(/Amount€65\.40Entity12345Reference[A-Z0-9_]{8}/);
  });
});

it('a saved card is listed inside the shop that the merchant allows, and paid with its security code', async () => {
  const { customer_id } = ok(await merchant.api.post('/customers', { name: 'Ada Lovelace' }));
  const { card } = cardFields().payment_method_data;
  ok(await merchant.api.post('/payment_methods', { payment_method: 'card', customer_id, card }));
  const payment_link_config = { enabled_saved_payment_method: true };
  const { payment } = await linkOf(merchant, { customer_id, payment_link_config });
  shopPage = `<iframe src="${payment.payment_link.secure_link}" width="900" height="900"></iframe>`;
  await at.page.goto(`http://${shopHost()}/`);
  const shown = at.page.frameLocator('iframe');
  await shown.getByLabel('Visa ending in 4242').check();
  await shown.locator('.block:not([hidden]) .field input').fill('123');
  await shown.getByRole('button', { name: /^Pay / }).click();
  await shown.getByRole('heading', { name: 'Payment successful' }).waitFor();
  expect(await statusOf(payment.payment_id)).toBe('succeeded');
});

/** The processor's page of a QR code: beside the code's own address. */
const attemptPage = async (shown: CheckoutWindows['page']): Promise<string> => {
  const link = await shown.getByRole('link', { name: 'Show the code' }).getAttribute('href');
  return link!.replace('/qr-code/', '/authorize/');
};

describe('the page', () => {
  it('can be used with the keyboard alone', async () => {
    const { payment, address } = await linkOf(merchant);
    await at.page.goto(address);
    await at.page.getByLabel('Card number').waitFor();
    for (const typed of ['', cards.succeeds, '0335', '123']) {
      await at.page.keyboard.press('Tab');
      await at.page.keyboard.type(typed);
    }
    await at.page.keyboard.press('Enter');
    await headingOf(at.page, 'Payment successful').waitFor();
    expect(await statusOf(payment.payment_id)).toBe('succeeded');
  });

  it.each(['en', 'ar'])('has nothing that axe-core finds serious, and fits 360 px, in %s', async (locale) => {
    await at.open({ locale, viewport: { width: 360, height: 740 } });
    const order_details = [{ product_name: 'A'.repeat(60), quantity: 2, amount: 3270 }];
    const { address } = await linkOf(merchant, { order_details, description: 'Two things' }, locale);
    await at.page.goto(address);
    await at.page.locator('.submit').waitFor();
    expect(await at.page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
    await at.page.locator('.submit').click();
    await at.page.locator('[aria-invalid]').first().waitFor();
    expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
    await at.page.locator('#field-card-number').fill(cards.succeeds);
    await at.page.locator('#field-card-expiry').fill('0335');
    await at.page.locator('#field-card-cvc').fill('123');
    await at.page.locator('.submit').click();
    await at.page.locator('.status-succeeded').waitFor();
    expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
  });

  it('of a paid payment says so, and has no form', async () => {
    const { address } = await linkOf(merchant);
    await at.page.goto(address);
    await typeCard(at.page, cards.succeeds);
    await payButton(at.page).click();
    await headingOf(at.page, 'Payment successful').waitFor();
    await at.page.goto(address);
    await headingOf(at.page, 'Payment successful').waitFor();
    expect(await at.page.locator('form').count()).toBe(0);
    expect(await at.page.content()).not.toContain('client_secret');
  });

  it('turns to the expired page when its time is over', async () => {
    const { address } = await linkOf(merchant, { session_expiry: 60 });
    await at.page.clock.install();
    await at.page.goto(address);
    await payButton(at.page).waitFor();
    await at.page.clock.fastForward(61_000);
    await headingOf(at.page, 'This link has expired').waitFor();
    expect(await at.page.locator('form').count()).toBe(0);
  });
});
