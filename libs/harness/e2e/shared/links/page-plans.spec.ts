import { aMerchant, cards, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { googlePayDetails, playWallet, walletAccount, walletNotes } from '../../support/browser-wallets';
import { headingOf, linkOf, overflowOf, payButton, seriousViolations, typeCard } from '../../support/checkout-page';
import { checkoutWindows, narrow, wide } from '../../support/checkout-windows';

/** The plans of installments that the merchant of a link offers. */
const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;
let withWallets: TestMerchant;
let elsewhere: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['adyen_test'] });
  withWallets = await aMerchant(system, { connectors: ['adyen_test'], connector: walletAccount });
  elsewhere = await aMerchant(system);
});

const installment_options = [
  {
    payment_method: 'card',
    installments: [
      { number_of_installments: 3, billing_frequency: 'month', interest_rate: 2.55 },
      { number_of_installments: 2, billing_frequency: 'month', interest_rate: 0 },
    ],
  },
];
const chosen = { installment_data: { number_of_installments: 3, billing_frequency: 'month' } };
const order_details = [{ product_name: 'Tea', quantity: 1, amount: 10_000 }];
const money = { amount: 10_000, currency: 'BRL' };
const aLink = (more: object = {}, language = 'en', by = merchant) =>
  linkOf(by, { ...money, order_details, installment_options, ...more }, language);
const paymentOf = async ({ payment_id }: Json, by = merchant): Promise<Json> =>
  ok(await by.api.get(`/payments/${payment_id}`));

const plans = () => at.page.getByLabel('Installments');
/** The characters that isolate a sum are not seen. */
const shownPlans = async () =>
  (await at.page.locator('#plan-card option').allTextContents()).map((text) => text.replace(/[\u2068\u2069]/g, ''));
const shownTotals = async () => [
  await at.page.locator('.order .amount').textContent(),
  await payButton(at.page).textContent(),
];
const totals = (total: string) => [total, `Pay ${total}`];

it('the plans are listed with their sums, a choice is in the total, and the total is charged', async () => {
  const { payment, address } = await aLink();
  const page = await at.open();
  await page.goto(address);
  await plans().waitFor();
  expect(await shownPlans()).toEqual([
    'Pay in full: R$100.00',
    '3 × R$34.18 a month, R$102.55 in total',
    '2 × R$50.00 a month, R$100.00 in total',
  ]);
  expect(await shownTotals()).toEqual(totals('R$100.00'));
  await plans().selectOption({ index: 1 });
  expect(await shownTotals()).toEqual(totals('R$102.55'));
  expect(await page.locator('.order .lines').count()).toBe(1);
  await typeCard(page, cards.succeeds);
  const sent = page.waitForRequest('**/confirm');
  await payButton(page).click();
  expect((await sent).headers()['x-shown-total']).toBe('BRL 102.55');
  await headingOf(page, 'Payment successful').waitFor();
  expect(await page.locator('.status').textContent()).toContain('Your payment of R$102.55 is confirmed.');
  expect(await paymentOf(payment)).toMatchObject({ ...chosen, status: 'succeeded', amount_received: 10_255 });
  expect(at.complaints).toEqual([]);
});

it('a choice of the merchant is shown as chosen, and the customer takes it back with the keyboard', async () => {
  const { payment, address } = await aLink(chosen);
  const page = await at.open({ viewport: wide });
  await page.goto(address);
  await plans().waitFor();
  expect(await plans().inputValue()).toBe('0');
  expect(await shownTotals()).toEqual(totals('R$102.55'));
  await plans().focus();
  await page.keyboard.press('Home');
  expect(await shownTotals()).toEqual(totals('R$100.00'));
  await typeCard(page, cards.succeeds);
  await payButton(page).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect(await paymentOf(payment)).toMatchObject({
    status: 'succeeded',
    amount_received: 10_000,
    installment_data: null,
  });
});

it('a choice stays after a decline, and the next try is charged by it', async () => {
  const { payment, address } = await aLink();
  const page = await at.open();
  await page.goto(address);
  await plans().selectOption({ index: 1 });
  await typeCard(page, cards.declined);
  await payButton(page).click();
  await page.locator('.form-message:not(:empty)').waitFor();
  expect([await plans().inputValue(), ...(await shownTotals())]).toEqual(['0', ...totals('R$102.55')]);
  await typeCard(page, cards.succeeds);
  await payButton(page).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect(await paymentOf(payment)).toMatchObject({ ...chosen, attempt_count: 2, amount_received: 10_255 });
});

it('a changed amount changes the sums of the plans', async () => {
  const { payment, address } = await aLink();
  const page = await at.open();
  await page.goto(address);
  await plans().selectOption({ index: 1 });
  await typeCard(page, cards.succeeds);
  ok(await merchant.api.post(`/payments/${payment.payment_id}`, { amount: 20_000 }));
  await payButton(page).click();
  await page.getByText('The amount has changed: it is now R$205.10.').waitFor();
  expect(await shownPlans()).toContain('3 × R$68.37 a month, R$205.10 in total');
  await page.getByLabel('Security code').fill('123');
  await payButton(page).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect(await paymentOf(payment)).toMatchObject({ ...chosen, status: 'succeeded', amount_received: 20_510 });
});

it('a wallet, which has no plans, pays in full whatever the merchant chose', async () => {
  const { payment, address } = await aLink(chosen, 'en', withWallets);
  const page = await at.open();
  await playWallet(at.context, { method: 'https://google.com/pay', details: googlePayDetails });
  await page.goto(address);
  await plans().waitFor();
  await page.getByRole('button', { name: 'Google Pay' }).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect((await walletNotes(page)).asked).toMatchObject([
    { total: { amount: { currency: 'BRL', value: '100.00' } }, data: { transactionInfo: { totalPrice: '100.00' } } },
  ]);
  expect(await paymentOf(payment, withWallets)).toMatchObject({ amount_received: 10_000, installment_data: null });
});

it('a plan that no account can charge is not shown', async () => {
  const { payment, address } = await aLink({}, 'en', elsewhere);
  const page = await at.open();
  await page.goto(address);
  await typeCard(page, cards.succeeds);
  expect(await page.locator('#plan-card').count()).toBe(0);
  await payButton(page).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect(await paymentOf(payment, elsewhere)).toMatchObject({ amount_received: 10_000, installment_data: null });
});

it.each(['en', 'de', 'he'])('the choice can be read and fits both widths, in %s', async (locale) => {
  const { address } = await aLink({}, locale);
  const page = await at.open({ locale });
  await page.goto(address);
  for (const [size, colorScheme] of [
    [narrow, 'light'],
    [wide, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await page.locator('#plan-card').selectOption({ index: 1 });
    expect([await seriousViolations(page), await overflowOf(page)]).toEqual([[], 0]);
  }
});
