import { aMerchant, cardFields, cards, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { headingOf, linkOf, payButton, severalMethods, shopUrl, typeCard } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';
import { effectLabelsOf } from '../../support/ledger-check';
import { atStripe } from '../stripe/at-stripe';

/** Declined cards on the page of a link, for merchants who have not turned manual retries on for their API. */
const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;
let stripes: TestMerchant;

beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
  stripes = await atStripe(system);
});

const paymentOf = async (id: string, by = merchant): Promise<Json> =>
  ok(await by.api.get(`/payments/${id}?expand_attempts=true`));
const focused = () => at.page.evaluate<string>('document.activeElement.id || document.activeElement.className');

/** What a card's decline shows: above the form, or at a field. */
async function declineOf(number: string, by = stripes): Promise<{ text: string; place: string }> {
  const { address } = await linkOf(by);
  await at.page.goto(address);
  await at.page.getByLabel('Card number').waitFor();
  await typeCard(at.page, number);
  await payButton(at.page).click();
  const shown = at.page.locator('.form-message:not(:empty), .error:not(:empty)');
  await shown.first().waitFor();
  expect(await shown.count()).toBe(1);
  expect(await at.page.getByLabel('Security code').inputValue()).toBe('');
  expect(await at.page.getByLabel('Card number').inputValue()).not.toBe('');
  return { text: (await shown.textContent()) ?? '', place: await focused() };
}

it('a declined card leaves the form, and the next card pays as another attempt of the same payment', async () => {
  await at.open();
  const { payment, address } = await linkOf(merchant);
  await at.page.goto(address);
  await typeCard(at.page, cards.declined);
  await payButton(at.page).click();
  await at.page.getByText('Your card was declined. Try another card.').waitFor();
  expect(await focused()).toContain('form-message');
  expect(await at.page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002');
  expect(await at.page.getByLabel('Expiry date (MM/YY)').inputValue()).toBe('03/35');
  expect(await at.page.getByLabel('Security code').inputValue()).toBe('');
  expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'failed', manual_retry_allowed: null });

  // A stranger's declined card closes nothing: the page of the customer has its form.
  await at.page.goto(address);
  await at.page.getByText('Your card was declined. Try another card.').waitFor();
  await typeCard(at.page, cards.succeeds);
  await payButton(at.page).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  const paid = await paymentOf(payment.payment_id);
  expect(paid).toMatchObject({ status: 'succeeded', attempt_count: 2, amount_received: 6540 });
  expect(paid.attempts.map(({ status }: Json) => status)).toEqual(['failure', 'charged']);
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 6540']);
});

it('common declines have words of their own, and those of lost, stolen and suspicious cards have not', async () => {
  await at.open();
  const above = 'form-message';
  const plain = { text: 'Your card was declined. Try another card.', place: above };
  const seen = async (number: string) => declineOf(number);
  expect(await seen('4000000000009995')).toEqual({
    text: 'Your card has insufficient funds. Try another card.',
    place: above,
  });
  expect(await seen('4000000000000069')).toEqual({ text: 'This card has expired.', place: 'field-card-expiry' });
  expect(await seen('4000000000000127')).toEqual({
    text: 'The security code is wrong. Compare it with your card.',
    place: 'field-card-cvc',
  });
  expect(await seen('4000000000000119')).toMatchObject({ text: expect.stringContaining('could not process') });
  expect(await seen('4000000000006975')).toMatchObject({ text: expect.stringContaining('above the limit') });
  expect(await seen(cards.declined)).toEqual(plain);
  expect(await seen('4000000000009987')).toEqual(plain);
  expect(await seen('4000000000009979')).toEqual(plain);
  expect(await declineOf('4000000000009987', merchant)).toEqual(plain);
  expect(await declineOf('4000000000000044', merchant)).toMatchObject({
    text: 'This card cannot be used for this payment. Try another card.',
  });
});

it.each([
  ['de-DE', 'Ihre Karte ist nicht ausreichend gedeckt. Versuchen Sie es mit einer anderen Karte.'],
  ['ar', 'رصيد بطاقتك غير كافٍ. جرّب بطاقة أخرى.'],
])('the words are those of the page: %s', async (locale, text) => {
  await at.open({ locale });
  const { address } = await linkOf(stripes, {}, locale);
  await at.page.goto(address);
  await at.page.locator('#field-card-number').fill('4000000000009995');
  await at.page.locator('#field-card-expiry').fill('0335');
  await at.page.locator('#field-card-cvc').fill('123');
  await at.page.locator('.submit').click();
  await at.page.getByText(text).waitFor();
});

it('a bank that does not confirm leads back to the form', async () => {
  await at.open();
  const { payment, address } = await linkOf(merchant, { authentication_type: 'three_ds' });
  await at.page.goto(address);
  await typeCard(at.page, cards.threeDs);
  await payButton(at.page).click();
  await at.page.locator('a.reject').click();
  await at.page.getByText('Your bank did not confirm the payment. Try again or use another card.').waitFor();
  await typeCard(at.page, cards.succeeds);
  await payButton(at.page).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
});

it('a plain form is there again after a wallet was rejected, and says why', async () => {
  await at.open({ javaScriptEnabled: false });
  const { address } = await linkOf(merchant);
  await at.page.goto(address.replace('/payment_link/', '/payment_link/plain/'));
  await at.page.getByRole('button', { name: 'Pay with Alipay' }).click();
  await at.page.locator('a#go').click();
  await at.page.locator('a.reject').click();
  // The way back is the link itself, whose page without JavaScript leads to the plain one.
  await at.page.getByRole('link', { name: 'Pay without JavaScript' }).click();
  await at.page.getByText('Your bank did not confirm the payment.').waitFor();
  await at.page.getByRole('button', { name: 'Pay with Alipay' }).click();
  await at.page.locator('a#go').click();
  await at.page.locator('a.authorize').click();
  await at.page.waitForURL(`${shopUrl}**`);
});

describe('a merchant who turns it off', () => {
  const closed = async (more: object, by = merchant): Promise<void> => {
    await at.open();
    const { payment, address } = await linkOf(by, more);
    await at.page.goto(address);
    await typeCard(at.page, cards.declined);
    await payButton(at.page).click();
    await headingOf(at.page, 'The payment failed').waitFor();
    expect(await at.page.locator('.status').textContent()).toContain('Your card was declined.');
    expect(await at.page.locator('form').count()).toBe(0);
    await at.page.goto(address);
    await headingOf(at.page, 'The payment failed').waitFor();
    expect(await at.page.locator('form').count()).toBe(0);
    const body = { client_secret: payment.client_secret, ...cardFields() };
    expect(await by.client.post(`/payments/${payment.payment_id}/confirm`, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16', message: expect.stringContaining('you can enable `manual_retry`') } },
    });
  };

  it('for a link closes its page after a decline', () =>
    closed({ payment_link_config: { enable_manual_retry: false } }));

  it('for a profile closes the pages of its links', async () => {
    const other = await aMerchant(system, { connector: severalMethods });
    const profile = `/account/${other.merchantId}/business_profile/${other.profileId}`;
    ok(await other.api.post(profile, { payment_link_config: { enable_manual_retry: false } }));
    await closed({}, other);
  });
});
