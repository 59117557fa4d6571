import { aMerchant, sharedSystem, type TestMerchant } from '@payorch/harness';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium';

const system = sharedSystem();
const { origin } = new URL(system.baseUrl('gateway'));
let merchant: TestMerchant;
let browser: Browser;
let page: Page;
/** Errors of the console, which has the violations of the security policy, too, and requests to other hosts. */
const complaints: string[] = [];

async function aPage(width: number): Promise<Page> {
  const made = await browser.newPage({ viewport: { width, height: 800 } });
  made.setDefaultTimeout(60_000);
  made.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  made.on('pageerror', (error) => complaints.push(String(error)));
  made.on('request', (request) => {
    if (/^(?:https?|wss?):/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(`request to ${request.url()}`);
  });
  return made;
}

beforeAll(async () => {
  [merchant, browser] = await Promise.all([aMerchant(system), launchChromium()]);
  page = await aPage(1280);
});
afterAll(() => browser?.close());
afterEach(() => expect(complaints.splice(0)).toEqual([]));

const navigation = () => page.locator('.t-doc__sidebar').first();

/** Opens an operation of an open tag in the side navigation. */
async function open(title: string): Promise<void> {
  await navigation().getByText(title, { exact: true }).first().click();
  await page.getByRole('heading', { name: title, exact: true }).first().waitFor();
}

/** Sends the example of an operation as the page shows it; returns the answer. */
async function sendExample(method: string, path: string) {
  await page.getByRole('button', { name: `Test Request (${method} ${path})` }).click();
  const answered = page.waitForResponse(
    (response) => response.request().method() === method.toUpperCase() && response.url().includes('/payments'),
  );
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const response = await answered;
  const answer = { status: response.status(), body: (await response.json()) as { payment_id: string; status: string } };
  // The page shows it as well.
  await page.getByText(answer.body.payment_id).first().waitFor();
  await page.keyboard.press('Escape');
  return answer;
}

it('the navigation begins with payments, and a search finds an operation', async () => {
  await page.goto(`${origin}/docs/`);
  expect(page.url()).toBe(`${origin}/docs`);
  const payments = navigation().getByRole('button', { name: 'Payments' }).first();
  await payments.waitFor();
  const tags = (await navigation().innerText()).split('\n').map((line) => line.trim());
  expect(tags.indexOf('Payments')).toBeGreaterThan(0);
  expect(tags.indexOf('Refunds')).toBeGreaterThan(tags.indexOf('Payments'));
  expect(tags.indexOf('Merchant Account')).toBeGreaterThan(tags.indexOf('Mandates'));
  await payments.click();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('revoke mandate');
  const found = page.getByRole('option').filter({ hasText: '/mandates/revoke/{mandate_id}' });
  await found.waitFor();
  await page.keyboard.press('Escape');
});

it('the prefilled examples of the page work one after the other with the key of a merchant', async () => {
  const key = page.locator('input.scalar-password-input').first();
  await key.fill(merchant.apiKey);
  await open('Create a payment');
  const created = await sendExample('post', '/payments');
  expect([created.status, created.body.status]).toEqual([200, 'succeeded']);
  await open('Retrieve a payment');
  const retrieved = await sendExample('get', '/payments/{payment_id}');
  expect([retrieved.status, retrieved.body.payment_id]).toEqual([200, created.body.payment_id]);
});

it('the introduction shows its diagram', async () => {
  const image = page.getByAltText('The statuses of a payment and what follows each');
  expect(await image.evaluate((one: { naturalWidth: number }) => one.naturalWidth)).toBeGreaterThan(100);
});

it('at 360 px no page of the documentation scrolls sideways', async () => {
  const narrow = await aPage(360);
  await narrow.goto(`${origin}/docs/guides`);
  const guides = await narrow
    .locator('main .cards a')
    .evaluateAll((links: { href: string }[]) => links.map(({ href }) => href));
  expect(guides.length).toBeGreaterThan(10);
  const wide: string[] = [];
  for (const address of [`${origin}/`, `${origin}/docs`, `${origin}/docs/errors`, `${origin}/docs/guides`, ...guides]) {
    await narrow.goto(address);
    if (address.endsWith('/docs')) await narrow.getByRole('heading', { name: 'Test cards' }).first().waitFor();
    const [needed, shown] = await narrow.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, innerWidth]',
    );
    if (needed > shown) wide.push(`${address}: ${needed} of ${shown}`);
  }
  expect(wide).toEqual([]);
  await narrow.goto(guides[0]!);
  await narrow.locator('.menu summary').click();
  expect(await narrow.getByRole('link', { name: 'Payment links' }).first().isVisible()).toBe(true);
  await narrow.close();
});
