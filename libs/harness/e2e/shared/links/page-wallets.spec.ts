import { aMerchant, applePayOnTheWeb, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import {
  applePayDetails,
  googlePayDetails,
  playWallet,
  walletAccount as account,
  walletNotes,
  type PlayedWallet,
} from '../../support/browser-wallets';
import { headingOf, linkOf, payButton, seriousViolations, typeCard } from '../../support/checkout-page';
import { checkoutWindows, narrow, shiftsOf, watchShifts } from '../../support/checkout-windows';

/** The wallets that browsers open themselves, on the page of a payment link. */
const system = sharedSystem();
const at = checkoutWindows();
const google = { method: 'https://google.com/pay', details: googlePayDetails };
const apple = { method: 'https://apple.com/apple-pay', details: applePayDetails };

let merchant: TestMerchant;

beforeAll(async () => {
  const applePay = applePayOnTheWeb(new URL(system.baseUrl('gateway')).hostname);
  merchant = await aMerchant(system, { connector: { ...account, connector_wallets_details: applePay } });
});

/** A link, opened in a browser that knows this wallet. */
async function opened(wallet: PlayedWallet): Promise<string> {
  await at.open();
  await playWallet(at.context, wallet);
  const { payment, address } = await linkOf(merchant);
  await at.page.goto(address);
  await payButton(at.page).waitFor();
  return payment.payment_id;
}
const walletButton = (name: string) => at.page.getByRole('button', { name });
const confirmations = () => at.requests.filter((one) => one.endsWith('/confirm')).length;
const stateOf = async (id: string) => ok(await merchant.api.get(`/payments/${id}`));

it('Google Pay is opened by the press of the button for the sum of the payment, and paid once, without a script of Google', async () => {
  const id = await opened(google);
  expect(await at.page.locator('.otherwise').textContent()).toBe('Or pay another way');
  expect(await seriousViolations(at.page)).toEqual([]);
  await walletButton('Google Pay').dblclick();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(await walletNotes(at.page)).toEqual({
    opened: 1,
    sessions: [],
    outcomes: ['success'],
    asked: [
      {
        supportedMethods: google.method,
        data: {
          environment: 'TEST',
          apiVersion: 2,
          apiVersionMinor: 0,
          merchantInfo: { merchantId: 'BCR2DN4T', merchantName: 'Acme' },
          allowedPaymentMethods: [
            {
              type: 'CARD',
              parameters: {
                allowedAuthMethods: ['PAN_ONLY'],
                allowedCardNetworks: ['VISA'],
                billingAddressRequired: false,
              },
              tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: { gateway: 'stripe' } },
            },
          ],
          transactionInfo: expect.objectContaining({ currencyCode: 'EUR', totalPrice: '65.40' }),
        },
        total: { label: 'Acme', amount: { currency: 'EUR', value: '65.40' } },
      },
    ],
  });
  expect(await stateOf(id)).toMatchObject({
    status: 'succeeded',
    payment_method: 'wallet',
    payment_method_type: 'google_pay',
    attempt_count: 1,
    payment_method_data: { wallet: { google_pay: { last4: '1111', card_network: 'VISA' } } },
  });
  expect(confirmations()).toBe(1);
  expect(at.requests.filter((one) => !one.includes(system.baseUrl('gateway')))).toEqual([]);
  expect(at.complaints).toEqual([]);
});

it('Apple Pay gets a session of its own for the host of the page', async () => {
  const id = await opened(apple);
  await walletButton('Apple Pay').click();
  await headingOf(at.page, 'Payment successful').waitFor();
  const { asked, sessions, outcomes } = await walletNotes(at.page);
  expect(asked).toMatchObject([
    {
      supportedMethods: apple.method,
      data: { version: 3, countryCode: 'FR', supportedNetworks: ['visa'], merchantCapabilities: ['supports3DS'] },
      total: { amount: { currency: 'EUR', value: '65.40' } },
    },
  ]);
  expect(sessions).toMatchObject([{ domainName: new URL(at.page.url()).hostname, signature: expect.any(String) }]);
  expect(outcomes).toEqual(['success']);
  expect(await stateOf(id)).toMatchObject({ status: 'succeeded', payment_method_type: 'apple_pay' });
  expect(at.complaints).toEqual([]);
});

it('a customer who closes the wallet has sent nothing, and pays by card', async () => {
  const id = await opened({ ...google, details: null });
  await walletButton('Google Pay').click();
  await at.page.waitForFunction('window.wallet.opened === 1 && document.querySelector("form").ariaBusy === "false"');
  expect(confirmations()).toBe(0);
  expect(await stateOf(id)).toMatchObject({ status: 'requires_payment_method' });
  await typeCard(at.page, '4242424242424242');
  await payButton(at.page).click();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect(await stateOf(id)).toMatchObject({ status: 'succeeded', payment_method: 'card' });
});

it('a lost response leaves the outcome unknown in the wallet too, and nothing is paid twice', async () => {
  const id = await opened(google);
  await at.page.route('**/confirm', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await walletButton('Google Pay').click();
  await headingOf(at.page, 'Payment successful').waitFor();
  expect((await walletNotes(at.page)).outcomes).toEqual(['unknown']);
  expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
  expect(confirmations()).toBe(1);
});

it('a browser that knows no wallet shows none, and asks no other site', async () => {
  await opened({ method: 'https://other.example/pay', details: null });
  expect(await at.page.locator('.wallet').count()).toBe(0);
  expect(await at.page.getByLabel('Card number').count()).toBe(1);
  expect(at.requests.filter((one) => !one.includes(system.baseUrl('gateway')))).toEqual([]);
});

describe('a wallet whose session is not there yet', () => {
  /** The page of a link whose wallet waits, with what ends the wait. */
  async function waiting() {
    await at.open({ viewport: narrow });
    await playWallet(at.context, apple);
    await watchShifts(at.context);
    // On a busy machine the customer of this test types longer than the page waits for a session.
    await at.context.addInitScript('AbortSignal.timeout = () => new AbortController().signal;');
    let answer = (_: 'session' | 'nothing'): void => undefined;
    const answered = new Promise<'session' | 'nothing'>((resolve) => (answer = resolve));
    await at.page.route('**/payments/session_tokens', async (route) =>
      (await answered) === 'session' ? route.continue() : route.fulfill({ status: 503, body: '{}' }),
    );
    await at.page.goto((await linkOf(merchant)).address);
    await typeCard(at.page, '4242424242424242');
    const top = async () => (await at.page.locator('.card-block').boundingBox())!.y;
    return { answer, top, before: await top() };
  }

  it('leaves the card form usable, and comes to the place that was kept for it', async () => {
    const { answer, top, before } = await waiting();
    expect(await walletButton('Apple Pay').isDisabled()).toBe(true);
    answer('session');
    await at.page.locator('.wallet:enabled').waitFor();
    expect(await top()).toBe(before);
    expect(await shiftsOf(at.page)).toBeLessThan(0.01);
    await walletButton('Apple Pay').click();
    await headingOf(at.page, 'Payment successful').waitFor();
  });

  it('that does not come leaves its place empty, and the customer pays by card', async () => {
    const { answer, top, before } = await waiting();
    answer('nothing');
    await at.page.locator('.wallet-place[data-empty]').waitFor({ state: 'attached' });
    expect(await at.page.locator('.wallet').isVisible()).toBe(false);
    expect(await at.page.locator('.otherwise').isVisible()).toBe(false);
    expect(await top()).toBe(before);
    expect(await shiftsOf(at.page)).toBeLessThan(0.01);
    expect(await seriousViolations(at.page)).toEqual([]);
    await payButton(at.page).click();
    await headingOf(at.page, 'Payment successful').waitFor();
  });

  it('is asked for only where the page has none: Google Pay’s is in the page', async () => {
    await opened(google);
    await at.page.locator('.wallet:enabled').waitFor();
    expect(at.requests.filter((one) => one.includes('/session_tokens'))).toEqual([]);
  });
});
