import { aMerchant, cardFields, cards, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { googlePayDetails, playWallet, walletAccount, walletNotes } from '../../support/browser-wallets';
import { headingOf, linkOf, payButton, severalMethods, typeCard } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';

/** The merchant changes what a payment costs while a customer has its page open. */
const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
});

const change = async (id: string, fields: object, by = merchant) => ok(await by.api.post(`/payments/${id}`, fields));
const paymentOf = async (id: string, by = merchant) => ok(await by.api.get(`/payments/${id}`));
const changedTo = (total: string) => `The amount has changed: it is now ${total}. Nothing was charged.`;
const message = () => at.page.getByRole('alert').filter({ hasText: 'The amount has changed' });

it.each<[string, object, string, number]>([
  ['amount', { amount: 7540 }, '€75.40', 7540],
  ['shipping cost', { shipping_cost: 500 }, '€70.40', 7040],
  ['tax', { order_tax_amount: 60 }, '€66.00', 6600],
  ['surcharge', { surcharge_details: { surcharge_amount: 100, tax_amount: 10 } }, '€66.50', 6650],
])('a page does not charge another %s than it showed', async (_, fields, text, total) => {
  await at.open();
  const { payment, address } = await linkOf(merchant, {
    order_details: [{ product_name: 'Two things', quantity: 2, amount: 3270 }],
  });
  await at.page.goto(address);
  await typeCard(at.page, cards.succeeds);
  await change(payment.payment_id, fields);
  await payButton(at.page).click();
  await message().waitFor();
  expect(await message().textContent()).toContain(changedTo(text));
  expect(await at.page.evaluate('document.activeElement.textContent')).toContain(changedTo(text));
  expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'requires_payment_method', attempt_count: 1 });
  expect(await at.page.locator('.order .amount').textContent()).toBe(text);
  expect(await at.page.locator('.order .lines').count()).toBe(0);
  expect(await payButton(at.page).textContent()).toBe(`Pay ${text}`);

  // The card is still there, but for its code.
  expect(await at.page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  expect(await at.page.getByLabel('Security code').inputValue()).toBe('');
  await at.page.getByLabel('Security code').fill('123');
  await payButton(at.page).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(await at.page.locator('.status').textContent()).toContain(`Your payment of ${text} is confirmed.`);
  expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'succeeded', amount_received: total });
});

it('a page that was made for another currency is made anew', async () => {
  await at.open();
  const { payment, address } = await linkOf(merchant);
  await at.page.goto(address);
  await typeCard(at.page, cards.succeeds);
  await change(payment.payment_id, { currency: 'JPY' });
  await payButton(at.page).click();
  await at.page.getByRole('button', { name: 'Pay ¥6,540' }).waitFor();
  expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'requires_payment_method' });
});

it('a plain form does not charge another total than it showed', async () => {
  await at.open({ viewport: narrow, javaScriptEnabled: false });
  const { payment, address } = await linkOf(merchant);
  await at.page.goto(address.replace('/payment_link/', '/payment_link/plain/'));
  await change(payment.payment_id, { amount: 7540 });
  await at.page.getByRole('button', { name: 'Pay with Alipay' }).click();
  await message().waitFor();
  expect(await message().textContent()).toContain(changedTo('€75.40'));
  expect(await at.page.locator('.order .amount').textContent()).toBe('€75.40');
  expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'requires_payment_method', attempt_count: 1 });
  await at.page.getByRole('button', { name: 'Pay with Alipay' }).click();
  await at.page.locator('a#go').click();
  await at.page.locator('a.authorize').click();
  await at.page.waitForURL('https://shop.example/**');
  expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'succeeded', amount_received: 7540 });
});

it('a wallet does not charge another sum than it showed, and then shows the new one', async () => {
  const walletMerchant = await aMerchant(system, { connector: walletAccount });
  await at.open({ viewport: { width: 1280, height: 900 } });
  await playWallet(at.context, { method: 'https://google.com/pay', details: googlePayDetails });
  const { payment, address } = await linkOf(walletMerchant);
  await at.page.goto(address);
  await payButton(at.page).waitFor();
  await change(payment.payment_id, { amount: 7540 }, walletMerchant);
  await at.page.getByRole('button', { name: 'Google Pay' }).click();
  await message().waitFor();
  expect(await paymentOf(payment.payment_id, walletMerchant)).toMatchObject({ status: 'requires_payment_method' });
  await at.page.getByRole('button', { name: 'Google Pay' }).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  const { asked, outcomes } = await walletNotes(at.page);
  expect(outcomes).toEqual(['unknown', 'success']);
  expect(asked.at(-1)).toMatchObject({ total: { amount: { value: '75.40' } } });
});

describe('an API client', () => {
  const shown = async (total: string | undefined, route: '/confirm' | '' = '/confirm') => {
    const { payment } = await linkOf(merchant);
    const body = { client_secret: payment.client_secret, ...(route === '' && { confirm: true }), ...cardFields() };
    return merchant.client.post(
      `/payments/${payment.payment_id}${route}`,
      body,
      total === undefined ? {} : { 'x-shown-total': total },
    );
  };

  it('may name the total that it showed, and need not', async () => {
    expect(ok(await shown('EUR 65.40'))).toMatchObject({ status: 'succeeded' });
    expect(ok(await shown(undefined))).toMatchObject({ status: 'succeeded' });
  });

  it.each(['/confirm', ''] as const)(
    'is refused with another total at …%s, and gets the one that holds',
    async (route) =>
      expect(await shown('EUR 1.00', route)).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'IR_16',
            message: 'The customer was shown EUR 1.00, but the total of this payment is now EUR 65.40',
            total: 'EUR 65.40',
          },
        },
      }),
  );

  it('is refused with a total that is none', async () =>
    expect(await shown('65.40')).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'IR_05',
          message: 'x-shown-total contains invalid data. Expected format is a total, for example EUR 65.40',
        },
      },
    }));
});
