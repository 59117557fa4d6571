import { ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { linkOf, overflowOf, payButton, seriousViolations } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';
import { atStripe } from '../stripe/at-stripe';

jest.setTimeout(120_000);

/** A payment method for which the account's processor requires name, country, street and postal code. */
const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

const typed = {
  'Sort code': '108800',
  'Account number': '00012345',
  'First name': 'Ada',
  'Last name': 'Lovelace',
  'Street and number': '1 High Street',
  'Postal code': 'SW1A 1AA',
};

it('the page asks for what is required, marks what is missing, and the payment has what was typed', async () => {
  const { payment, address } = await linkOf(merchant, { currency: 'GBP' });
  const page = await at.open();
  await page.goto(address);
  await page.getByLabel('Bacs', { exact: false }).first().check();
  console.log(await page.locator('.block:not([hidden]) label').allTextContents());
  await page.getByLabel('Country').selectOption('GB');
  for (const [label, value] of Object.entries(typed)) {
    const field = page.locator('.block:not([hidden])').getByLabel(label);
    if ((await field.count()) > 0 && label !== 'Postal code') await field.fill(value);
  }
  await payButton(page).click();
  const postalCode = page.locator('.block:not([hidden])').getByLabel('Postal code');
  await page.locator('[aria-invalid]').waitFor();
  expect(await postalCode.getAttribute('aria-invalid')).toBe('true');
  expect([await seriousViolations(page), await overflowOf(page)]).toEqual([[], 0]);
  await postalCode.fill(typed['Postal code']);
  await payButton(page).click();
  await page.waitForTimeout(3000);
  console.log(await page.locator('.form').textContent());
  console.log(JSON.stringify(ok(await merchant.api.get(`/payments/${payment.payment_id}`))));
});
