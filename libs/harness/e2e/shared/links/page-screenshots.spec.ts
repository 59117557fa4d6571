import { aMerchant, cardFields, cards, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { linkOf, payButton, severalMethods, shopUrl, typeCard } from '../../support/checkout-page';
import { launchChromium } from '../../support/chromium';
import { aPayoutMerchant } from '../../support/payouts';

const system = sharedSystem();
const folder = path.join(__dirname, '../../../../../dist/payment-link-page');
/** `SCREENSHOTS=1 npm test -- page-screenshots` writes a picture of each theme and scene of docs/payment-link-page.md. */
const isWritten = process.env['SCREENSHOTS'] === '1';
const mostBytes = 100_000;

let merchant: TestMerchant;
let payer: TestMerchant;
let browser: Browser;
beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
  payer = await aPayoutMerchant(system, { connectors: ['pretendpay'] });
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const themes = {
  default: { locale: 'en', config: {} },
  yellow: { locale: 'de', config: { theme: '#FFD54F', sdk_layout: 'accordion', details_layout: 'layout2' } },
  custom: {
    locale: 'ar',
    config: {
      theme: '#00695C',
      payment_button_colour: '#BF360C',
      background_colour: '#E0F2F1',
      seller_name: 'Dar Al Shai',
      payment_form_label_type: 'floating',
      transaction_details: [{ key: 'طاولة', value: '12' }],
      payment_link_ui_rules: { '#submit': { borderRadius: '1.5rem' }, '#amount': { fontSize: '2.5rem' } },
      sdk_ui_rules: { '.Input': { borderRadius: '0.75rem' } },
    },
  },
} as const;
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } } as const;

const order_details = [
  { product_name: 'Darjeeling first flush', quantity: 2, amount: 2_500 },
  { product_name: 'Teapot', quantity: 1, amount: 1_540 },
];

type Theme = (typeof themes)[keyof typeof themes];

async function collectAddress({ config }: Theme): Promise<string> {
  const { customer_id } = ok(await merchant.api.post('/customers', { name: 'Ada Lovelace' }));
  const theme = 'theme' in config ? { theme: config.theme } : {};
  const merchant_name = 'seller_name' in config ? config.seller_name : 'Tea shop';
  const sent = { customer_id, return_url: shopUrl, merchant_name, ...theme };
  return ok(await merchant.api.post('/payment_methods/collect', sent)).link;
}

async function payoutAddress({ config, locale }: Theme): Promise<string> {
  const theme = 'theme' in config ? { theme: config.theme } : {};
  const merchant_name = 'seller_name' in config ? config.seller_name : 'Tea shop';
  const form_layout = 'sdk_layout' in config ? 'journey' : 'tabs';
  const payout_link_config = { test_mode: true, merchant_name, form_layout, ...theme };
  const sent = { amount: 6540, currency: 'EUR', customer_id: 'ada', payout_link: true, return_url: shopUrl };
  const body = { ...sent, payout_link_config };
  return ok(await payer.api.post('/payouts/create', body, { 'accept-language': locale })).payout_link.link;
}

async function payAddress({ config, locale }: Theme): Promise<string> {
  return (await linkOf(merchant, { order_details, payment_link_config: config }, locale)).address;
}

/** The pages, with the prefix of their pictures; the plain page is for browsers without scripts. */
const pages = [
  { page: 'payment', prefix: '', javaScriptEnabled: true, addressOf: payAddress },
  { page: 'collect', prefix: 'collect-', javaScriptEnabled: true, addressOf: collectAddress },
  { page: 'payout', prefix: 'payout-', javaScriptEnabled: true, addressOf: payoutAddress },
  {
    page: 'plain',
    prefix: 'plain-',
    javaScriptEnabled: false,
    addressOf: async (theme: Theme) => (await payAddress(theme)).replace('/payment_link/', '/payment_link/plain/'),
  },
] as const;

/** A run that writes no pictures looks at the other pages in one theme only. */
const pictures = pages.flatMap((one) =>
  Object.entries(themes)
    .filter(([name]) => isWritten || one.page === 'payment' || name === 'default')
    .map(([name, theme]) => ({ ...one, name, theme })),
);

it.each(pictures)('the $page page with the theme $name has small pictures in both sizes', async (picture) => {
  const { prefix, javaScriptEnabled, addressOf, name, theme } = picture;
  const address = await addressOf(theme);
  for (const [size, viewport] of Object.entries(sizes)) {
    const options = { locale: theme.locale, viewport, javaScriptEnabled, reducedMotion: 'reduce' } as const;
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('button.submit').first().waitFor();
    const taken = await page.screenshot({ fullPage: true });
    expect(taken.length).toBeLessThan(mostBytes);
    if (isWritten) {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, `${prefix}${name}-${size}.png`), taken);
    }
    await context.close();
  }
});

/** A shop that frames the secure link, in which a returning customer has a saved card. */
async function withShop(run: (shopAddress: string) => Promise<void>): Promise<void> {
  const { customer_id } = ok(await merchant.api.post('/customers', { name: 'Ada Lovelace' }));
  const { card } = cardFields().payment_method_data;
  ok(await merchant.api.post('/payment_methods', { payment_method: 'card', customer_id, card }));
  let shopPage = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(shopPage));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const profile = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
  ok(await merchant.api.post(profile, { payment_link_config: { allowed_domains: [host] } }));
  const payment_link_config = { ...states.config, enabled_saved_payment_method: true };
  const { payment } = await linkOf(merchant, { customer_id, order_details, payment_link_config });
  shopPage = `<body style="margin:0"><iframe src="${payment.payment_link.secure_link}" style="border:0;width:100%;height:100vh"></iframe>`;
  await run(`http://${host}/`).finally(() => shop.close());
}

const states = { config: { theme: '#00695C', seller_name: 'Dar Al Shai' } } as const;
const stateLink = (more: object = {}) =>
  linkOf(merchant, { order_details, description: 'Tea for two', payment_link_config: states.config, ...more });
const pay = async (page: Page, number: string): Promise<void> => {
  await payButton(page).waitFor();
  await typeCard(page, number);
  await payButton(page).click();
};

/** What the customer meets, as the table of docs/payment-link-page.md has it. */
const scenes: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  paid: async (page) => {
    await page.goto((await stateLink()).address);
    await pay(page, cards.succeeds);
    await page.locator('.status-succeeded').waitFor();
  },
  declined: async (page) => {
    await page.goto((await stateLink()).address);
    await pay(page, cards.declined);
    await page.locator('.form-message:not(:empty)').waitFor();
  },
  'three-ds': async (page) => {
    const { address } = await stateLink({ authentication_type: 'three_ds' });
    await page.goto(address);
    await pay(page, cards.threeDs);
    await page.locator('a.authorize').waitFor();
    await page.goto(address);
    await page.getByText('Your bank is waiting for you').waitFor();
  },
  expired: async (page) => {
    await page.clock.install();
    await page.goto((await stateLink({ session_expiry: 60 })).address);
    await payButton(page).waitFor();
    await page.clock.fastForward(61_000);
    await page.locator('.status-failed').waitFor();
  },
  returning: (page) =>
    withShop(async (address) => {
      await page.goto(address);
      const shown = page.frameLocator('iframe');
      await shown.getByText('Visa ending in 4242').waitFor();
      await shown.locator('.submit').waitFor();
      await page.waitForTimeout(100);
    }),
  dark: async (page) => {
    await page.goto((await stateLink()).address);
    await payButton(page).waitFor();
  },
};

it.each(isWritten ? Object.keys(scenes) : ['returning'])(
  'the scene %s has small pictures in both sizes',
  async (name) => {
    for (const [size, viewport] of Object.entries(sizes)) {
      const colorScheme = name === 'dark' ? 'dark' : 'light';
      const context = await browser.newContext({ locale: 'en-US', viewport, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await scenes[name]!(page);
      const taken = await page.screenshot({ fullPage: name !== 'returning' });
      expect(taken.length).toBeLessThan(mostBytes);
      if (isWritten) await writeFile(path.join(folder, `${name}-${size}.png`), taken);
      await context.close();
    }
  },
);
