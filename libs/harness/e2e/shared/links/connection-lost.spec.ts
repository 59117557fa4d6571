import {
  aMerchant,
  cards,
  ok,
  paymentBody,
  cardFields,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { headingOf, linkOf, payButton, severalMethods, shopUrl, typeCard } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';

/** A network that comes and goes, and a customer who goes back and reloads. */
const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });
let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await aMerchant(system, { connector: severalMethods });
});
beforeEach(() => at.open());

const paymentOf = async (id: string): Promise<Json> => ok(await merchant.api.get(`/payments/${id}`));
const confirmations = () => at.requests.filter((one) => one.startsWith('POST ') && one.endsWith('/confirm'));
const offline = () => at.page.getByText('You are offline.');

describe('a press of the button', () => {
  /** The form is there again with the card, but for its code, and pays. */
  async function paysAgain(id: string): Promise<void> {
    await at.page.getByText('Nothing was charged: your payment did not reach us.').waitFor();
    expect(await at.page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await at.page.getByLabel('Security code').inputValue()).toBe('');
    await at.page.getByLabel('Security code').fill('123');
    await payButton(at.page).click();
    await headingOf(at.page, 'Payment successful').waitFor();
    expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 1, amount_received: 6540 });
  }

  it('without a network says so, and the form comes back with the network', async () => {
    const { payment, address } = await linkOf(merchant);
    await at.page.goto(address);
    await typeCard(at.page, cards.succeeds);
    await at.context.setOffline(true);
    await offline().waitFor();
    await payButton(at.page).click();
    await at.page.getByText('We are checking whether the payment went through. Do not pay again.').waitFor();
    expect(await offline().count()).toBe(1);
    expect(await at.page.locator('form').count()).toBe(0);
    await at.context.setOffline(false);
    await paysAgain(payment.payment_id);
    expect(await offline().count()).toBe(0);
  });

  it('that never left the browser is known as unpaid within seconds', async () => {
    const { payment, address } = await linkOf(merchant);
    await at.page.goto(address);
    await typeCard(at.page, cards.succeeds);
    await at.page.route('**/confirm', (route) => route.abort('connectionfailed'), { times: 1 });
    const pressed = Date.now();
    await payButton(at.page).click();
    await paysAgain(payment.payment_id);
    expect(Date.now() - pressed).toBeLessThan(15_000);
  });

  it('whose response is lost is not paid again', async () => {
    const { payment, address } = await linkOf(merchant);
    await at.page.goto(address);
    await typeCard(at.page, cards.succeeds);
    await at.page.route('**/confirm', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await payButton(at.page).click();
    await headingOf(at.page, 'Payment successful').waitFor();
    expect(confirmations()).toHaveLength(1);
    expect(await paymentOf(payment.payment_id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
  });
});

it('a page that could not load goes on with the network', async () => {
  const { address } = await linkOf(merchant);
  await at.page.route('**/payments/**', (route) => route.abort());
  // The page has the payment in itself; this one was made while the payment could not be read.
  await at.page.route(
    (url) => url.href === address,
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /"known":\{"payment":\{.*?\},"methods"/,
        '"known":{"payment":null,"methods"',
      );
      await route.fulfill({ response, body });
    },
  );
  await at.page.goto(address);
  await at.page.getByText('The ways to pay could not be loaded.').waitFor();
  await at.page.unroute('**/payments/**');
  await at.page.evaluate('window.dispatchEvent(new Event("online"))');
  await payButton(at.page).waitFor();
});

describe('the addresses of the way to the bank and back', () => {
  const html = { accept: 'text/html' };
  const visit = async (address: string, headers: Record<string, string> = html) => {
    const response = await fetch(address, { redirect: 'manual', headers });
    const { status } = response;
    return { status, type: response.headers.get('content-type'), location: response.headers.get('location') };
  };

  /** A payment through 3DS, and every address of this service that the browser opened for it. */
  async function throughBank(more: object = {}): Promise<{ id: string; opened: string[] }> {
    const payment = ok(
      await merchant.api.post('/payments', paymentBody({ ...cardFields(cards.threeDs), return_url: shopUrl, ...more })),
    );
    const opened: string[] = [];
    at.page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('/payments/')) opened.push(request.url());
    });
    await at.page.goto(payment.next_action.redirect_to_url);
    await at.page.locator('a.authorize').click();
    return { id: payment.payment_id, opened };
  }

  it('lead to the shop with the signed status also after Back and a reload', async () => {
    const profile = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
    ok(await merchant.api.post(profile, { enable_payment_response_hash: true }));
    const { id, opened } = await throughBank();
    await at.page.waitForURL(`${shopUrl}**`);
    expect(opened.map((one) => new URL(one).pathname.split('/')[2])).toEqual(['redirect', id]);
    for (const address of opened) {
      const { status, location } = await visit(address);
      expect(status).toBe(302);
      const target = new URL(location!);
      expect([`${target.origin}${target.pathname}`, target.searchParams.get('status')]).toEqual([shopUrl, 'succeeded']);
      expect(target.searchParams.get('signature')).toMatch(/^[0-9a-f]{128}$/);
    }
    await at.page.goBack();
    await at.page.waitForLoadState();
    expect(await at.page.evaluate('document.contentType')).toBe('text/html');
    expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
  });

  it('show a page where the merchant has none, and JSON to other clients', async () => {
    const { opened } = await throughBank({ return_url: null });
    await at.page.getByText('You can close this page now.').waitFor();
    expect(await visit(opened.at(-1)!)).toMatchObject({ status: 400, type: 'text/html; charset=utf-8' });
    expect(await visit(opened.at(-1)!, { accept: 'application/json' })).toMatchObject({
      status: 400,
      type: expect.stringContaining('application/json'),
    });
  });
});
