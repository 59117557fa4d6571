import { aMerchant, cards, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { gzipSync } from 'node:zlib';
import { googlePayDetails, playWallet, walletAccount } from '../../support/browser-wallets';
import {
  linkOf,
  overflowOf,
  payButton,
  seriousViolations,
  severalMethods,
  typeCard,
} from '../../support/checkout-page';
import { checkoutWindows, narrow, shiftsOf, watchShifts, wide } from '../../support/checkout-windows';

/** What a customer meets on the page of a link, at two widths, in three languages, in light and in dark. */
const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
});

const order_details = [
  {
    product_name: 'Darjeeling first flush',
    quantity: 2,
    amount: 2_500,
    product_img_link: 'https://goods.example/a.png',
  },
  { product_name: 'A'.repeat(60), quantity: 1, amount: 1_540 },
];
const transaction_details = [
  { key: 'Terms', value: 'https://shop.example/terms' },
  { key: 'Table', value: '12' },
];
const payment_link_config = { theme: '#00695C', transaction_details };
const aLink = (more: object = {}, language = 'en') =>
  linkOf(merchant, { order_details, description: 'Tea', payment_link_config, ...more }, language);
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

const seenAt = {
  '360 px': { viewport: narrow },
  '320 px, as at 400 % zoom': { viewport: { width: 320, height: 256 } },
  '1280 px': { viewport: wide },
  '360 px in the dark': { viewport: narrow, colorScheme: 'dark' },
  '1280 px in the dark': { viewport: wide, colorScheme: 'dark' },
} as const;

/** English at all of them; German has the longest words, and Hebrew is written from right to left. */
it.each([
  ...Object.keys(seenAt).map((place) => ['en', place] as const),
  ...(['320 px, as at 400 % zoom', '1280 px in the dark'] as const).map((place) => ['de', place] as const),
  ...(['360 px in the dark', '1280 px'] as const).map((place) => ['he', place] as const),
] as readonly (readonly [string, keyof typeof seenAt])[])(
  'in %s the form, a mistake and the result fit and can be read at %s',
  async (locale, place) => {
    await at.open({ locale, ...seenAt[place] });
    const { address } = await aLink({}, locale);
    await at.page.goto(address);
    await at.page.locator('.submit').waitFor();
    expect(await at.page.locator('html').getAttribute('dir')).toBe(locale === 'he' ? 'rtl' : 'ltr');
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
    expect(await at.page.locator('[data-until]').count()).toBe(0);
  },
);

it('the language is that of the browser, unless the merchant chose one, and times are of the customer’s zone', async () => {
  await at.open({ locale: 'he-IL', timezoneId: 'Asia/Tokyo', viewport: wide });
  const { payment } = await aLink({ session_expiry: 3600 }, '*');
  expect(payment.payment_link.link).not.toContain('locale=');
  await at.page.goto(payment.payment_link.link);
  expect(await at.page.locator('html').getAttribute('lang')).toBe('he');
  await at.page.waitForFunction('/GMT.*9/.test(document.querySelector("time").textContent)');
  expect(await at.page.locator('.amount bdi').count()).toBe(1);
  const chosen = await aLink({ session_expiry: 3600 }, 'sv-SE');
  await at.page.goto(chosen.address);
  expect(await at.page.locator('html').getAttribute('lang')).toBe('sv');
});

it('the form shows without another round trip, in less than 100 kB, without a shift, with an outline before it', async () => {
  await at.open();
  await watchShifts(at.context);
  const cardsOnly = await aMerchant(system);
  const { address } = await linkOf(cardsOnly, { order_details, description: 'Tea', payment_link_config });
  let sendScript = (): void => undefined;
  const held = new Promise<void>((resolve) => (sendScript = resolve));
  await at.page.route('**/payment_link_assets/**', async (route) => {
    await held;
    await route.continue();
  });
  await at.page.goto(address, { waitUntil: 'commit' });
  await at.page.locator('.outline').waitFor();
  expect(await at.page.locator('.amount').textContent()).toBe('€65.40');
  sendScript();
  await payButton(at.page).waitFor();
  expect(await at.page.locator('.outline').count()).toBe(0);
  const own = at.requests
    .filter((one) => one.includes(system.baseUrl('gateway')))
    .map((one) => new URL(one.split(' ')[1]!).pathname);
  expect(own.map((path) => path.split('/')[1])).toEqual(['payment_link', 'payment_link_assets']);
  expect(await shiftsOf(at.page)).toBeLessThan(0.01);

  const texts = await Promise.all(
    [address, new URL(own[1]!, address).href].map(async (url) => (await fetch(url)).text()),
  );
  const sizes = texts.map((text) => gzipSync(text).length);
  expect(sizes[0]! + sizes[1]!).toBeLessThan(40_000);
  expect(texts.join('').length).toBeLessThan(100_000);
});

it('the card is one block: its brand while it is typed, digits in groups, examples in empty fields', async () => {
  await at.open();
  await at.page.goto((await aLink()).address);
  await payButton(at.page).waitFor();
  const shown = () => at.page.locator('.brand:visible').count();
  expect(await shown()).toBe(4);
  expect(await at.page.locator('#field-card-number').getAttribute('placeholder')).toBe('1234 1234 1234 1234');
  for (const [typed, text, network] of [
    ['4', '4', 'Visa'],
    ['55', '55', 'Mastercard'],
    ['378282', '3782 82', 'AmericanExpress'],
    ['424242424', '4242 4242 4', 'Visa'],
  ] as const) {
    await at.page.locator('#field-card-number').fill('');
    await at.page.locator('#field-card-number').pressSequentially(typed);
    expect(await at.page.locator('#field-card-number').inputValue()).toBe(text);
    expect(await at.page.locator('.field-card-number').getAttribute('data-network')).toBe(network);
    expect(await shown()).toBe(1);
  }
  const boxes = await Promise.all(
    ['number', 'expiry', 'cvc'].map((part) => at.page.locator(`.field-card-${part}`).boundingBox()),
  );
  const [number, expiry, code] = boxes.map((box) => box!);
  expect(Math.min(number!.height, expiry!.height, code!.height)).toBeGreaterThanOrEqual(44);
  expect(Math.abs(number!.y + number!.height - expiry!.y)).toBeLessThanOrEqual(1);
  expect([expiry!.y, expiry!.height]).toEqual([code!.y, code!.height]);
});

it('the button is busy while the payment is sent, and done before the result', async () => {
  await at.open();
  const { address } = await aLink();
  await at.page.goto(address);
  await typeCard(at.page, cards.succeeds);
  let send = (): void => undefined;
  const held = new Promise<void>((resolve) => (send = resolve));
  await at.page.route('**/confirm', async (route) => {
    await held;
    await route.continue();
  });
  await payButton(at.page).click();
  const button = at.page.locator('.submit');
  await at.page.locator('.submit[data-state=busy]').waitFor();
  expect([await button.textContent(), await button.isDisabled()]).toEqual(['Processing…', true]);
  expect(await seriousViolations(at.page)).toEqual([]);
  send();
  await at.page.locator('.submit[data-state=done]').waitFor();
  await at.page.locator('.status-succeeded').waitFor();
  const facts = await at.page.locator('.facts dt').allTextContents();
  expect(facts).toEqual(expect.arrayContaining(['For', 'Reference', 'Date']));
  expect(await at.page.getByRole('link', { name: 'Back to the shop' }).count()).toBe(1);
});

it('on a narrow screen the header is a line with the total, the rest is folded, and the button can be reached', async () => {
  await at.open();
  await at.page.goto((await aLink()).address);
  await payButton(at.page).waitFor();
  expect((await at.page.locator('.order').boundingBox())!.height).toBeLessThan(110);
  expect(await at.page.locator('.lines').isVisible()).toBe(false);
  await at.page.getByText('Details').click();
  await at.page.locator('.lines').waitFor();
  const bottom = await at.page.evaluate<number>('document.querySelector(".submit").getBoundingClientRect().bottom');
  expect(bottom).toBeLessThanOrEqual(narrow.height);
  expect(await at.page.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('https://shop.example/terms');
});

it('pictures and logo are shown where they load, and leave nothing where they do not', async () => {
  await at.open({ viewport: wide });
  await at.context.route('https://goods.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: pixel }),
  );
  await at.context.route('https://cdn.example/**', (route) => route.fulfill({ status: 404, body: '' }));
  const config = { ...payment_link_config, logo: 'https://cdn.example/logo.png' };
  const { address } = await aLink({ payment_link_config: config });
  await at.page.goto(address);
  await payButton(at.page).waitFor();
  expect(await at.page.locator('.picture').count()).toBe(1);
  expect((await at.page.locator('.picture').boundingBox())!.width).toBe(48);
  await at.page.locator('.merchant-logo.failed').waitFor({ state: 'attached' });
  expect(await at.page.locator('.merchant-logo').isVisible()).toBe(false);
  expect(at.complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
});

it('no button leads to a page without scripts on which nothing can be paid', async () => {
  const cardsOnly = await aMerchant(system);
  await at.open({ javaScriptEnabled: false });
  const { address } = await linkOf(cardsOnly);
  await at.page.goto(address);
  expect(await at.page.locator('.note').textContent()).toContain('This page needs JavaScript.');
  expect(await at.page.getByRole('link').count()).toBe(0);
  expect(await at.page.locator('.outline').isVisible()).toBe(false);
  await at.page.goto((await aLink()).address);
  await at.page.getByRole('link', { name: 'Pay without JavaScript' }).waitFor();
});

it('a wallet is a large button above the card, and the badge of the test mode stands in a landmark', async () => {
  const walletMerchant = await aMerchant(system, { connector: walletAccount });
  await at.open();
  await playWallet(at.context, { method: 'https://google.com/pay', details: googlePayDetails });
  await watchShifts(at.context);
  await at.page.goto((await linkOf(walletMerchant)).address);
  const wallet = at.page.getByRole('button', { name: 'Google Pay' });
  await wallet.waitFor();
  const [above, below] = [(await wallet.boundingBox())!, (await at.page.locator('.card-block').boundingBox())!];
  expect(above.y + above.height).toBeLessThan(below.y);
  expect(above.height).toBeGreaterThanOrEqual(44);
  expect(await at.page.locator('main .test-mode').textContent()).toBe('Test mode');
  expect(await shiftsOf(at.page)).toBeLessThan(0.01);
  expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
});

it('the pages of a link that is over have the look, and fit, in the dark too', async () => {
  await at.open({ colorScheme: 'dark' });
  const cancelled = await aLink();
  ok(await merchant.api.post(`/payments/${cancelled.payment.payment_id}/cancel`, {}));
  await at.page.goto(cancelled.address);
  await at.page.locator('.status-failed').waitFor();
  expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
  expect(await at.page.locator('[data-until]').count()).toBe(0);
});
