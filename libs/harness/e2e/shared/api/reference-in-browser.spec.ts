import { aMerchant, sharedSystem, type TestMerchant } from '@payorch/harness';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium';

jest.setTimeout(120_000);

const system = sharedSystem();
let merchant: TestMerchant;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  [merchant, browser] = await Promise.all([aMerchant(system), launchChromium()]);
  page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${system.baseUrl('gateway')}/docs`);
});
afterAll(() => browser?.close());

/** The box of an operation, by its title; opened. */
async function open(title: string): Promise<Locator> {
  const box = page.locator('.opblock').filter({ has: page.getByText(title, { exact: true }) });
  await box.locator('.opblock-summary-control').click();
  return box;
}

/** Sends the example as the page shows it; returns the status and the body that the page shows. */
async function execute(box: Locator): Promise<readonly [status: string, body: string]> {
  await box.getByRole('button', { name: 'Try it out' }).click();
  await box.getByRole('button', { name: 'Execute' }).click();
  const answer = box.locator('.live-responses-table');
  await answer.waitFor();
  return [
    (await answer.locator('.response-col_status').nth(1).innerText()).trim(),
    await answer.locator('.response-col_description').nth(1).innerText(),
  ];
}

it('the prefilled examples of the page work one after the other, under its own security policy', async () => {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const scheme = page.locator('.auth-container').filter({ hasText: 'The secret key of a merchant' });
  await scheme.locator('input').fill(merchant.apiKey);
  await scheme.locator('button.authorize').click();
  await scheme.locator('button.btn-done').click();

  await page.locator('.opblock-tag[data-tag="Payments"]').click();
  const [status, created] = await execute(await open('Create a payment'));
  expect([status, created]).toEqual(['200', expect.stringContaining('"succeeded"')]);
  const [, paymentId] = /"payment_id": "([^"]+)"/.exec(created) ?? [];
  const [again, retrieved] = await execute(await open('Retrieve a payment'));
  expect([again, retrieved]).toEqual(['200', expect.stringContaining(`"payment_id": "${paymentId}"`)]);

  const image = page.getByAltText('The statuses of a payment and what follows each');
  expect(await image.evaluate((one: { naturalWidth: number }) => one.naturalWidth)).toBeGreaterThan(100);
  expect(complaints).toEqual([]);
});
