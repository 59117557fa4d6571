import { aMerchant, cards, ok, sharedSystem, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import { headingOf, overflowOf, seriousViolations, shopUrl } from '../../support/checkout-page';
import { checkoutWindows } from '../../support/checkout-windows';
import { refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
const at = checkoutWindows();
let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await aMerchant(system);
});

const collect = (customer_id: string, more: object = {}): Promise<Answer> =>
  merchant.api.post('/payment_methods/collect', {
    customer_id,
    return_url: shopUrl,
    merchant_name: 'Tea shop',
    ...more,
  });

async function aLink(more: object = {}): Promise<{ readonly customerId: string; readonly link: Json }> {
  const { customer_id: customerId } = ok(await merchant.api.post('/customers', { name: 'Ada Lovelace' }));
  return { customerId, link: ok(await collect(customerId, more)) };
}

const savedOf = async (customerId: string): Promise<Json[]> =>
  ok(await merchant.api.get(`/customers/${customerId}/payment_methods`)).customer_payment_methods;
const saveButton = () => at.page.getByRole('button', { name: 'Save the payment method' });

async function typeSavedCard(number: string, holder = 'Ada Lovelace'): Promise<void> {
  await at.page.locator('#field-card-number').fill(number);
  await at.page.locator('#field-card-expiry').fill('0335');
  await at.page.locator('[autocomplete="cc-name"]').fill(holder);
}

/** What the page of an open link gives to its script, and so to everyone who has the address. */
async function accessOf({ link }: Json): Promise<Json> {
  const text = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
  return JSON.parse(/id="checkout-data"[^>]*>(.*?)<\/script>/s.exec(text)![1]!);
}

const aCard = { card_number: cards.succeeds, card_exp_month: '10', card_exp_year: '35', card_holder_name: 'Ada' };

/** Adds a card as the page does. */
const save = ({ paymentMethodId, clientSecret }: Json, card: object = aCard): Promise<Answer> =>
  merchant.client.post(`/payment_methods/${paymentMethodId}/save`, {
    client_secret: clientSecret,
    payment_method: 'card',
    payment_method_data: { card },
  });

it('a customer saves a card once, and the merchant can charge it', async () => {
  const { customerId, link } = await aLink({ pm_collect_link_id: 'spring_1' });
  expect(link).toMatchObject({
    pm_collect_link_id: 'spring_1',
    customer_id: customerId,
    return_url: shopUrl,
    merchant_name: 'Tea shop',
    enabled_payment_methods: [{ payment_method: 'card', payment_method_types: ['credit', 'debit'] }],
  });
  expect(Date.parse(link.expiry) - Date.now()).toBeGreaterThan(86_000_000);
  await at.open();
  await at.page.goto(link.link);
  await headingOf(at.page, 'Save a payment method').waitFor();
  expect(await at.page.locator('.merchant-name').textContent()).toBe('Tea shop');
  await typeSavedCard('4242424242424241');
  await saveButton().click();
  await at.page.locator('#field-card-number[aria-invalid]').waitFor();
  await typeSavedCard(cards.succeeds);
  await saveButton().dblclick();
  await headingOf(at.page, 'Payment method saved').waitFor();
  expect(at.requests.filter((one) => one.endsWith('/save'))).toHaveLength(1);
  expect(await at.page.content()).not.toMatch(/4242 ?4242/);
  const [saved, ...others] = await savedOf(customerId);
  expect(others).toEqual([]);
  expect(saved).toMatchObject({
    payment_method: 'card',
    card: { last4_digits: '4242', card_holder_name: 'Ada Lovelace' },
  });
  const paid = await merchant.api.post('/payments', {
    amount: 6540,
    currency: 'EUR',
    customer_id: customerId,
    confirm: true,
    profile_id: merchant.profileId,
    payment_method: 'card',
    payment_token: saved!.payment_token,
    card_cvc: '123',
  });
  expect(ok(paid).status).toBe('succeeded');

  await at.page.reload();
  await headingOf(at.page, 'This link has been used').waitFor();
  expect(await at.page.content()).not.toMatch(/secret|pk_|<form/);
  expect(at.complaints).toEqual([]);
  await at.page.getByRole('link', { name: 'Back to the shop' }).click();
  await at.page.waitForURL(shopUrl);
  expect(statusAndBody(await collect(customerId, { pm_collect_link_id: 'spring_1' }))).toEqual(
    refusal(400, 'IR_38', 'payment method collect link already exists'),
  );
});

it('what the page gave away opens nothing once the link is used', async () => {
  const { customerId, link } = await aLink();
  const access = await accessOf(link);
  ok(await save(access));
  const [saved] = await savedOf(customerId);
  expect((await save(access, { ...aCard, card_number: cards.declined })).status).toBe(400);
  const change = { client_secret: access.clientSecret, card: { ...aCard, card_exp_month: '01' } };
  const { card_number: _, ...changed } = change.card;
  const update = await merchant.client.post(`/payment_methods/${access.paymentMethodId}/update`, {
    client_secret: access.clientSecret,
    card: changed,
  });
  expect(update.status).toBe(400);
  expect(
    (await savedOf(customerId)).map(({ card, payment_method_id }) => [
      card.last4_digits,
      card.expiry_month,
      payment_method_id,
    ]),
  ).toEqual([['4242', '10', saved!.payment_method_id]]);
});

it('a link saves what it enables, and nothing after its expiry', async () => {
  const account = { payment_method: 'bank_debit', payment_method_types: ['ach'] };
  const { customerId, link } = await aLink({ enabled_payment_methods: [account] });
  expect(statusAndBody(await save(await accessOf(link)))).toEqual(
    refusal(400, 'IR_16', 'The link does not enable this payment method'),
  );
  await at.open();
  await at.page.goto(link.link);
  for (const [label, value] of Object.entries({
    'Account holder': 'Ada',
    'Routing number': '110000000',
    'Account number': '000123456789',
  }))
    await at.page.getByLabel(label).fill(value);
  await saveButton().click();
  await headingOf(at.page, 'Payment method saved').waitFor();
  expect(await savedOf(customerId)).toMatchObject([{ payment_method: 'bank_debit', payment_method_type: 'ach' }]);

  const { link: late } = await aLink({ session_expiry: 0 });
  await at.page.goto(late.link);
  await headingOf(at.page, 'This link has expired').waitFor();
  expect(await at.page.content()).not.toMatch(/secret|pk_|<form/);
});

it.each<[string, (address: URL) => void]>([
  ['without its token', (address) => address.searchParams.delete('link_token')],
  ['with another token', (address) => address.searchParams.set('link_token', 'x'.repeat(43))],
  ['with a guessed id', (address) => (address.pathname = address.pathname.replace(/[^/]+$/, 'guess'))],
])('an address %s shows what an address that never was shows', async (_, change) => {
  const address = new URL((await aLink()).link.link);
  change(address);
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
    ...[404, expect.stringContaining("frame-ancestors 'none'")],
  ]);
  expect(await answer.text()).toContain('There is no such link');
  const { error }: Json = await (await fetch(address)).json();
  expect([error.code, error.message]).toEqual(['IR_37', 'payment method collect link not found']);
});

it('the account says how its links look and who may frame them', async () => {
  const own = await aMerchant(system);
  const config = {
    theme: '#0b5',
    merchant_name: 'ACME',
    allowed_domains: ['shop.example'],
    enabled_payment_methods: [{ payment_method: 'card', payment_method_types: ['debit'] }],
  };
  const update = (pm_collect_link_config: object) =>
    system.admin.post(`/accounts/${own.merchantId}`, { merchant_id: own.merchantId, pm_collect_link_config });
  expect(statusAndBody(await update({ ...config, theme: 'red}body{display:none' }))).toEqual(
    refusal(
      400,
      'IR_07',
      'Invalid value provided: pm_collect_link_config.theme. Allowed: #rgb, #rrggbb, rgb(r, g, b) or a colour name of CSS 2.1',
    ),
  );
  ok(await update(config));
  const { customer_id } = ok(await own.api.post('/customers', {}));
  const link = ok(await own.api.post('/payment_methods/collect', { customer_id }));
  expect(link).toMatchObject({
    theme: '#0b5',
    merchant_name: 'ACME',
    enabled_payment_methods: config.enabled_payment_methods,
  });
  const shown = await fetch(link.link, { headers: { accept: 'text/html', 'accept-language': 'de' } });
  expect(shown.headers.get('content-security-policy')).toContain('frame-ancestors shop.example');
  expect(await shown.text()).toContain('<html lang="de"');
});

it.each(['en', 'ar'])(
  'the page has nothing that axe-core finds serious, fits 360 px and needs no mouse, in %s',
  async (locale) => {
    const { customerId, link } = await aLink();
    await at.open({ locale, viewport: { width: 360, height: 740 } });
    await at.page.goto(link.link);
    await at.page.locator('.submit').waitFor();
    expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
    for (const typed of [cards.succeeds, '0335', 'Ada Lovelace']) {
      await at.page.keyboard.press('Tab');
      await at.page.keyboard.type(typed);
    }
    await at.page.keyboard.press('Enter');
    await at.page.locator('.status-succeeded').waitFor();
    expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
    expect(await savedOf(customerId)).toHaveLength(1);
  },
);
