import { sharedSystem, type TestMerchant } from '@payorch/harness';
import { linkOf, overflowOf, payButton, seriousViolations } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';
import { atStripe, untilIs } from '../stripe/at-stripe';

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
  'Street and number': '1 High Street',
};

it('the page asks for what is required, marks what is missing, and the payment has what was typed', async () => {
  const { payment, address } = await linkOf(merchant, { currency: 'GBP' });
  const page = await at.open();
  await page.goto(address);
  await page.locator('#option-bank_debit-bacs').check();
  const block = page.locator('.block:not([hidden])');
  await block.getByLabel('Country').selectOption('GB');
  for (const [label, value] of Object.entries(typed)) await block.getByLabel(label).fill(value);
  await payButton(page).click();
  await block.locator('[aria-invalid]').waitFor();
  expect(await block.locator('[aria-invalid]').count()).toBe(1);
  expect(await block.getByLabel('Postal code').getAttribute('aria-invalid')).toBe('true');
  expect(await block.locator('.error:not(:empty)').textContent()).toBe('Fill in this field.');
  expect([await seriousViolations(page), await overflowOf(page)]).toEqual([[], 0]);
  await block.getByLabel('Postal code').fill('SW1A 1AA');
  await payButton(page).click();
  await page.locator('.status-processing, .status-succeeded').waitFor();
  expect(await untilIs(merchant, payment, 'succeeded')).toMatchObject({
    payment_method: 'bank_debit',
    payment_method_type: 'bacs',
    amount_received: 6540,
    payment_method_data: {
      billing: { address: { first_name: 'Ada', line1: '1 High Street', zip: 'SW1A 1AA', country: 'GB' } },
    },
  });
});
