import { aMerchant, sharedSystem, type TestMerchant } from '@payorch/harness';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { linkOf, severalMethods } from '../../support/checkout-page';
import { launchChromium } from '../../support/chromium';

jest.setTimeout(120_000);

const system = sharedSystem();
const folder = path.join(__dirname, '../../../../../docs/payment-link-page');
/** `UPDATE_SCREENSHOTS=1 npm test -- page-screenshots` writes the pictures of docs/payment-link-page.md. */
const isUpdate = process.env['UPDATE_SCREENSHOTS'] === '1';
const mostBytes = 100_000;

let merchant: TestMerchant;
let browser: Browser;
beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const themes = {
  default: { locale: 'en', config: {} },
  yellow: { locale: 'de', config: { theme: '#FFD54F', sdk_layout: 'accordion', details_layout: 'layout2' } },
  custom: {
    locale: 'ar',
    config: {
      ...{
        theme: '#00695C',
        payment_button_colour: '#BF360C',
        background_colour: '#E0F2F1',
        seller_name: 'Dar Al Shai',
      },
      ...{ payment_form_label_type: 'floating', transaction_details: [{ key: 'طاولة', value: '12' }] },
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

it.each(Object.entries(themes))('the page with the theme %s has small pictures in both sizes', async (name, theme) => {
  const { address } = await linkOf(merchant, { order_details, payment_link_config: theme.config }, theme.locale);
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ locale: theme.locale, viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('.submit').waitFor();
    const picture = await page.screenshot({ fullPage: true });
    expect(picture.length).toBeLessThan(mostBytes);
    if (isUpdate) {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, `${name}-${size}.png`), picture);
    }
    await context.close();
  }
});
