import { aMerchant, cards, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { headingOf, linkOf, payButton, severalMethods, typeCard } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';
import { comparison } from '../routing/algorithms';

/** The merchant's rules add a surcharge that depends on the payment method: a page learns it from the first confirmation. */
const system = sharedSystem();
const rule = (surcharge: object, lhs: string, value: string) => ({
  name: `${lhs} ${value}`,
  connectorSelection: { surcharge_details: { surcharge } },
  statements: [{ condition: [comparison(lhs, 'equal', 'enum_variant', value)] }],
});
const rules = {
  defaultSelection: {},
  metadata: {},
  rules: [
    rule({ type: 'rate', value: { percentage: 2.75 } }, 'card_network', 'Visa'),
    rule({ type: 'fixed', value: { amount: 35 } }, 'wallet', 'ali_pay'),
  ],
};

describe('the page of a link', () => {
  const at = checkoutWindows({ viewport: narrow });
  const changed = () => at.page.getByRole('alert').filter({ hasText: 'The amount has changed' });
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await aMerchant(system, { connector: severalMethods });
    const body = { name: 'Ours', merchant_surcharge_configs: {}, algorithm: rules };
    const json = { 'content-type': 'application/json' };
    ok(await merchant.api.raw('PUT', '/routing/decision/surcharge', JSON.stringify(body), json));
  });

  it('shows the surcharge of the card before it is charged', async () => {
    await at.open();
    const { payment, address } = await linkOf(merchant);
    await at.page.goto(address);
    await typeCard(at.page, cards.succeeds);
    await payButton(at.page).click();
    await changed().waitFor();
    expect(await payButton(at.page).textContent()).toBe('Pay €67.20');
    expect(await at.page.locator('.order .amount').textContent()).toBe('€67.20');
    await at.page.getByLabel('Security code').fill('123');
    expect(await payButton(at.page).textContent()).toBe('Pay €67.20');
    await payButton(at.page).click();
    await headingOf(at.page, 'Payment successful').waitFor();
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toMatchObject({
      status: 'succeeded',
      amount_received: 6720,
      surcharge_details: { surcharge_amount: 180, tax_amount: null },
    });
  });

  it('without scripts shows it, too', async () => {
    await at.open({ viewport: narrow, javaScriptEnabled: false });
    const { payment, address } = await linkOf(merchant);
    await at.page.goto(address.replace('/payment_link/', '/payment_link/plain/'));
    await at.page.getByRole('button', { name: 'Pay with Alipay' }).click();
    await changed().waitFor();
    expect(await at.page.locator('.order .amount').textContent()).toBe('€65.75');
    await at.page.getByRole('button', { name: 'Pay with Alipay' }).click();
    await at.page.locator('a#go').click();
    await at.page.locator('a.authorize').click();
    await at.page.waitForURL('https://shop.example/**');
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toMatchObject({
      status: 'succeeded',
      amount_received: 6575,
    });
  });
});
