import { ok, sharedSystem, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import { headingOf, overflowOf, seriousViolations, shopUrl } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';
import { aPayoutMerchant, payoutEffects, retrievePayout, toCard, toIban, toWallet } from '../../support/payouts';
import { aFramingShop, type FramingShop } from '../../support/shop';
import { notAllowed, precondition, refusal, statusAndBody } from '../../support/wire';

jest.setTimeout(60_000);

const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;
let shop: FramingShop;

const profileWith = (payout_link_config: object): Promise<Answer> =>
  merchant.api.post(`/account/${merchant.merchantId}/business_profile/${merchant.profileId}`, { payout_link_config });

beforeAll(async () => {
  merchant = await aPayoutMerchant(system, { connectors: ['pretendpay'] });
  shop = await aFramingShop();
});
afterAll(() => shop?.close());

const create = (more: object = {}): Promise<Answer> =>
  merchant.api.post('/payouts/create', {
    amount: 6540,
    currency: 'EUR',
    customer_id: 'recipient_1',
    auto_fulfill: true,
    return_url: shopUrl,
    payout_link: true,
    ...more,
  });
const forTests = { test_mode: true, merchant_name: 'Tea shop' };
const aLink = async (more: object = {}, config: object = {}): Promise<Json> =>
  ok(await create({ payout_link_config: { ...forTests, ...config }, ...more }));

const confirm = ({ payout_id, client_secret }: Json, to: object): Promise<Answer> =>
  merchant.client.post(`/payouts/${payout_id}/confirm`, { client_secret, ...to });
const shown = (address: string | URL, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, { headers: { accept: 'text/html', ...headers } });
const paidOnce = ({ payout_id }: Json): void => expect(payoutEffects(system, payout_id)).toEqual(['payout 6540']);

const receiveButton = () => at.page.getByRole('button', { name: /^Receive €/ });
const sent = () => headingOf(at.page, 'The money was sent');

async function typeCard(number: string): Promise<void> {
  await at.page.getByLabel('Card number').fill(number);
  await at.page.getByLabel('Expiry date (MM/YY)').fill('1035');
  await at.page.getByLabel('Name on the card').fill('Ada Lovelace');
}

describe('a payout with a link', () => {
  it('has its address in every answer, for as long as the interface says', async () => {
    const before = Date.now();
    const payout = await aLink({}, { payout_link_id: 'winnings_1' });
    expect(payout).toMatchObject({
      status: 'requires_payout_method_data',
      payout_type: null,
      payout_link: {
        payout_link_id: 'winnings_1',
        link: expect.stringContaining(`/payout_link/${merchant.merchantId}/${payout.payout_id}?link_token=`),
      },
    });
    expect(await retrievePayout(merchant, payout.payout_id)).toEqual(payout);
    const until = /Open until <time datetime="([^"]+)"/.exec(await (await shown(payout.payout_link.link)).text())![1]!;
    expect(Math.round((Date.parse(until) - before) / 10_000)).toBe(90);
    expect((await aLink()).payout_link.payout_link_id).toMatch(/^payout_link_[0-9A-Za-z]{20}$/);
  });

  it.each<[string, object, Json]>([
    [
      'a confirmation',
      { confirm: true, ...toCard() },
      notAllowed('cannot confirm a payout while creating a payout link'),
    ],
    [
      'no recipient',
      { customer_id: undefined },
      refusal(400, 'IR_04', 'Missing required param: customer or customer_id when payout_link is true'),
    ],
    [
      'no site that may frame it',
      { payout_link_config: {} },
      refusal(
        400,
        'IR_40',
        "Payout links cannot be used without setting allowed_domains in profile. If you're using a non-production environment, you can set test_mode to true while in payout_link_config",
      ),
    ],
    [
      'a colour that is none',
      { payout_link_config: { ...forTests, theme: 'red}body{' } },
      refusal(
        400,
        'IR_07',
        'Invalid value provided: payout_link_config.theme. Allowed: #rgb, #rrggbb, rgb(r, g, b) or a colour name of CSS 2.1',
      ),
    ],
    [
      'a wallet without a form',
      {
        payout_link_config: {
          ...forTests,
          enabled_payment_methods: [{ payment_method: 'wallet', payment_method_types: ['apple_pay'] }],
        },
      },
      refusal(501, 'IR_00', 'payout_link_config.enabled_payment_methods is not implemented'),
    ],
    [
      'settings of a page, and none',
      { payout_link: false, payout_link_config: forTests },
      notAllowed('payout_link_config is only for a payout with a payout link'),
    ],
  ])('is refused with %s', async (_, more, expected) =>
    expect(statusAndBody(await create({ payout_link_config: forTests, ...more }))).toEqual(expected),
  );

  it('is one from its creation', async () => {
    const { payout_id } = ok(await create({ payout_link: false }));
    expect(statusAndBody(await merchant.api.post(`/payouts/${payout_id}`, { payout_link: true }))).toEqual(
      notAllowed('payout_link can only be sent when a payout is created'),
    );
  });
});

it('a recipient names a card once, and sees what became of the money', async () => {
  const payout = await aLink();
  await at.open();
  await at.page.goto(payout.payout_link.link);
  await headingOf(at.page, 'Receive your money').waitFor();
  expect(await at.page.locator('.merchant-name').textContent()).toBe('Tea shop');
  expect(await at.page.locator('.tab-name').allTextContents()).toEqual([
    ...['Card', 'Bank account (SEPA)', 'Bank account (ACH)', 'Bank account (BACS)', 'Pix', 'PayPal', 'Venmo'],
  ]);
  await typeCard('4242424242424241');
  await receiveButton().click();
  await at.page.locator('#field-card-number[aria-invalid]').waitFor();
  await typeCard('4242424242424242');
  await receiveButton().dblclick();
  await sent().waitFor();
  expect(at.requests.filter((one) => one.endsWith('/confirm'))).toHaveLength(1);
  expect(await at.page.locator('.facts').textContent()).toMatch(/•••• 4242/);
  expect(await at.page.content()).not.toMatch(/4242 ?4242|secret|pk_|<form/);
  expect(await retrievePayout(merchant, payout.payout_id)).toMatchObject({
    status: 'success',
    payout_type: 'card',
    payout_method_data: { card: { last4: '4242', card_exp_year: '2035', card_holder_name: 'Ada Lovelace' } },
  });
  paidOnce(payout);
  // What the page gave away pays nothing more, and changes nothing.
  expect((await confirm(payout, toIban('NL46TEST0136169112'))).status).toBe(400);
  expect(statusAndBody(await confirm(payout, {}))).toEqual(
    precondition('You cannot confirm this payout because it has status success'),
  );
  expect(at.complaints).toEqual([]);
  await at.page.getByRole('link', { name: 'Back to the shop' }).click();
  await at.page.waitForURL(shopUrl);
});

it('without JavaScript a recipient names an account or a wallet, and sends the form once', async () => {
  const payout = await aLink();
  await at.open({ javaScriptEnabled: false });
  await at.page.goto(payout.payout_link.link);
  const form = at.page.getByRole('form', { name: 'Bank account (SEPA)' });
  await form.getByLabel('Account holder').fill('Ada Lovelace');
  await form.getByLabel('IBAN').fill('NL00TEST0136169112');
  await form.getByRole('button', { name: 'Receive by Bank account (SEPA)' }).click();
  await at.page.getByRole('alert').filter({ hasText: 'Your details were not accepted.' }).waitFor();
  await form.getByLabel('IBAN').fill('NL46 TEST 0136 1691 12');
  await form.getByRole('button').click();
  await sent().waitFor();
  expect(await at.page.locator('.facts').textContent()).toMatch(/\*{10,}9112/);
  paidOnce(payout);
});

it('two windows at once pay once, and a form of another site pays nothing', async () => {
  const payout = await aLink();
  const send = (site: string, email: string): Promise<Response> =>
    fetch(payout.payout_link.link, {
      method: 'POST',
      headers: { accept: 'text/html', 'sec-fetch-site': site },
      body: new URLSearchParams({ chosen_method: 'paypal', 'payout_method_data.wallet.paypal.email': email }),
    });
  expect((await send('cross-site', 'mallory@example.com')).status).toBe(403);
  const pages = await Promise.all(
    ['ada@example.com', 'bob@example.com'].map(async (email) => (await send('same-origin', email)).text()),
  );
  const { payout_method_data } = await retrievePayout(merchant, payout.payout_id);
  const [first] = payout_method_data.wallet.email;
  // The second window learns where the money went.
  for (const page of pages) expect(page).toMatch(new RegExp(`${first}\\*+@example.com`));
  paidOnce(payout);
});

it('a link is for what it enables, of what the accounts pay to', async () => {
  const enabled_payment_methods = [{ payment_method: 'bank_transfer', payment_method_types: ['sepa_bank_transfer'] }];
  const payout = await aLink({}, { enabled_payment_methods });
  expect(statusAndBody(await confirm(payout, toWallet({ paypal: { email: 'ada@example.com' } })))).toEqual(
    precondition('The link does not enable this payout method'),
  );
  const page = await (await shown(payout.payout_link.link)).text();
  expect([...page.matchAll(/<form [^>]*aria-label="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'Bank account (SEPA)',
  ]);
  expect(ok(await confirm(payout, toIban('NL46TEST0136169112'))).status).toBe('success');
});

it('a destination that the merchant has named is shown masked, and only confirmed', async () => {
  const payout = await aLink({ ...toIban('NL46TEST0136169112') });
  await at.open();
  await at.page.goto(payout.payout_link.link);
  await receiveButton().click();
  await sent().waitFor();
  expect(await at.page.content()).not.toContain('0136169112');
  paidOnce(payout);
});

it('after its expiry a link shows that it is over, and confirms nothing', async () => {
  const payout = await aLink({ session_expiry: 0 });
  const page = await (await shown(payout.payout_link.link, { 'accept-language': 'de' })).text();
  expect(page).toContain('Dieser Link ist abgelaufen');
  expect(page).not.toMatch(/secret|pk_|<form/);
  expect(statusAndBody(await confirm(payout, toCard()))).toEqual(
    refusal(400, 'IR_08', 'The provided client_secret has expired'),
  );
  const { payout_id } = payout;
  expect(ok(await merchant.api.post(`/payouts/${payout_id}/cancel`)).status).toBe('cancelled');
  expect(await (await shown(payout.payout_link.link)).text()).toContain('This payout was cancelled');
});

it.each<[string, (address: URL) => void]>([
  ['without its token', (address) => address.searchParams.delete('link_token')],
  ['with another token', (address) => address.searchParams.set('link_token', 'x'.repeat(43))],
])('who knows the merchant and the payout, %s, learns nothing', async (_, change) => {
  const address = new URL((await aLink()).payout_link.link);
  change(address);
  const answer = await shown(address);
  expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
    ...[404, expect.stringContaining("frame-ancestors 'none'")],
  ]);
  expect(await answer.text()).toContain('There is no such link');
  const { error }: Json = await (await fetch(address)).json();
  expect([error.code, error.message]).toEqual(['IR_37', 'payout link not found']);
  const sentForm = await fetch(address, { method: 'POST', body: new URLSearchParams({ chosen_method: 'paypal' }) });
  expect(sentForm.status).toBe(404);
});

describe('in the frame of a shop', () => {
  beforeAll(async () => {
    expect(statusAndBody(await profileWith({ allowed_domains: ['*'] })).body.error.code).toBe('IR_07');
    ok(await profileWith({ allowed_domains: [shop.host], theme: '#0b5', form_layout: 'journey' }));
  });
  const frame = () => at.page.frameLocator('iframe');

  it('a page is shown, and nowhere else', async () => {
    const { payout_link } = ok(await create());
    const outside = await shown(payout_link.link, { 'sec-fetch-dest': 'document' });
    expect(outside.status).toBe(403);
    expect(await outside.text()).toContain('This page cannot be shown here');
    const { error }: Json = await (await fetch(payout_link.link)).json();
    expect([error.code, error.message]).toEqual([
      'IR_22',
      'Access forbidden. Not authorized to access this resource payout_link',
    ]);
    const elsewhere = { 'sec-fetch-dest': 'iframe', referer: 'https://other.example/' };
    expect((await shown(payout_link.link, elsewhere)).status).toBe(403);
    const there = await shown(payout_link.link, { ...elsewhere, referer: shop.address });
    expect([there.status, there.headers.get('content-security-policy')]).toEqual([
      ...[200, expect.stringContaining(`frame-ancestors ${shop.host}`)],
    ]);
  });

  it.each([true, false])('a recipient gets the money (JavaScript: %s)', async (javaScriptEnabled) => {
    const payout = ok(await create());
    shop.frame(payout.payout_link.link);
    await at.open({ javaScriptEnabled });
    await at.page.goto(shop.address);
    if (javaScriptEnabled) await frame().getByLabel('PayPal', { exact: true }).check();
    const form = javaScriptEnabled ? frame() : frame().getByRole('form', { name: 'PayPal' });
    await form.getByLabel('Email address').first().fill('ada@example.com');
    await form.getByRole('button', { name: /^Receive/ }).click();
    await frame().getByRole('heading', { name: 'The money was sent' }).waitFor();
    paidOnce(payout);
  });
});

it.each(['en', 'ar'])(
  'the page has nothing that axe-core finds serious, fits 360 px and needs no mouse, in %s',
  async (locale) => {
    const enabled_payment_methods = [{ payment_method: 'card', payment_method_types: ['credit', 'debit'] }];
    const payout = await aLink({}, { enabled_payment_methods });
    await at.open({ locale });
    await at.page.goto(payout.payout_link.link);
    await at.page.locator('.submit').waitFor();
    expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
    // The time that is left is behind "Details".
    await at.page.keyboard.press('Tab');
    for (const typed of ['4242424242424242', '1035', 'Ada Lovelace']) {
      await at.page.keyboard.press('Tab');
      await at.page.keyboard.type(typed);
    }
    await at.page.keyboard.press('Enter');
    await at.page.locator('.status-succeeded').waitFor();
    expect([await seriousViolations(at.page), await overflowOf(at.page)]).toEqual([[], 0]);
    paidOnce(payout);
  },
);
