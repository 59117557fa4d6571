import { aMerchant, applePayOnTheWeb, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  applePayDetails,
  googlePayDetails,
  playWallet,
  walletAccount as account,
  walletNotes,
  type PlayedWallet,
} from '../../support/browser-wallets';
import { headingOf, linkOf, payButton, seriousViolations, shopWindow, typeCard } from '../../support/checkout-page';
import { launchChromium } from '../../support/chromium';

jest.setTimeout(120_000);

/** The wallets that browsers open themselves, on the page of a payment link. */
const system = sharedSystem();
const google = { method: 'https://google.com/pay', details: googlePayDetails };
const apple = { method: 'https://apple.com/apple-pay', details: applePayDetails };

let merchant: TestMerchant;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];
let requests: readonly string[];

beforeAll(async () => {
  const applePay = applePayOnTheWeb(new URL(system.baseUrl('gateway')).hostname);
  merchant = await aMerchant(system, { connector: { ...account, connector_wallets_details: applePay } });
  browser = await launchChromium();
});
afterAll(() => browser?.close());
afterEach(() => context.close());

/** A link, opened in a browser that knows this wallet. */
async function opened(wallet: PlayedWallet): Promise<string> {
  ({ context, page, complaints, requests } = await shopWindow(browser));
  await playWallet(context, wallet);
  const { payment, address } = await linkOf(merchant);
  await page.goto(address);
  await payButton(page).waitFor();
  return payment.payment_id;
}
const walletButton = (name: string) => page.getByRole('button', { name });
const confirmations = () => requests.filter((one) => one.endsWith('/confirm')).length;
const stateOf = async (id: string) => ok(await merchant.api.get(`/payments/${id}`));

it('Google Pay is opened by the press of the button for the sum of the payment, and paid once, without a script of Google', async () => {
  const id = await opened(google);
  expect(await page.locator('.otherwise').textContent()).toBe('Or pay another way');
  expect(await seriousViolations(page)).toEqual([]);
  await walletButton('Google Pay').dblclick();
  await headingOf(page, 'Payment successful').waitFor();
  expect(await walletNotes(page)).toEqual({
    ...{ opened: 1, sessions: [], outcomes: ['success'] },
    asked: [
      {
        supportedMethods: google.method,
        data: {
          ...{ environment: 'TEST', apiVersion: 2, apiVersionMinor: 0 },
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
    ...{ status: 'succeeded', payment_method: 'wallet', payment_method_type: 'google_pay', attempt_count: 1 },
    payment_method_data: { wallet: { google_pay: { last4: '1111', card_network: 'VISA' } } },
  });
  expect(confirmations()).toBe(1);
  expect(requests.filter((one) => !one.includes(system.baseUrl('gateway')))).toEqual([]);
  expect(complaints).toEqual([]);
});

it('Apple Pay gets a session of its own for the host of the page', async () => {
  const id = await opened(apple);
  await walletButton('Apple Pay').click();
  await headingOf(page, 'Payment successful').waitFor();
  const { asked, sessions, outcomes } = await walletNotes(page);
  expect(asked).toMatchObject([
    {
      supportedMethods: apple.method,
      data: { version: 3, countryCode: 'FR', supportedNetworks: ['visa'], merchantCapabilities: ['supports3DS'] },
      total: { amount: { currency: 'EUR', value: '65.40' } },
    },
  ]);
  expect(sessions).toMatchObject([{ domainName: new URL(page.url()).hostname, signature: expect.any(String) }]);
  expect(outcomes).toEqual(['success']);
  expect(await stateOf(id)).toMatchObject({ status: 'succeeded', payment_method_type: 'apple_pay' });
  expect(complaints).toEqual([]);
});

it('a customer who closes the wallet has sent nothing, and pays by card', async () => {
  const id = await opened({ ...google, details: null });
  await walletButton('Google Pay').click();
  await page.waitForFunction('window.wallet.opened === 1 && document.querySelector("form").ariaBusy === "false"');
  expect(confirmations()).toBe(0);
  expect(await stateOf(id)).toMatchObject({ status: 'requires_payment_method' });
  await typeCard(page, '4242424242424242');
  await payButton(page).click();
  await headingOf(page, 'Payment successful').waitFor();
  expect(await stateOf(id)).toMatchObject({ status: 'succeeded', payment_method: 'card' });
});

it('a lost response leaves the outcome unknown in the wallet too, and nothing is paid twice', async () => {
  const id = await opened(google);
  await page.route('**/confirm', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await walletButton('Google Pay').click();
  await headingOf(page, 'Payment successful').waitFor();
  expect((await walletNotes(page)).outcomes).toEqual(['unknown']);
  expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
  expect(confirmations()).toBe(1);
});

it('a browser that knows no wallet shows none, and asks no other site', async () => {
  await opened({ method: 'https://other.example/pay', details: null });
  expect(await page.locator('.wallet').count()).toBe(0);
  expect(await page.getByLabel('Card number').count()).toBe(1);
  expect(requests.filter((one) => !one.includes(system.baseUrl('gateway')))).toEqual([]);
});
