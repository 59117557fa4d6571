import { at, listAt, textAt, textsAt, type Json } from '../json';

/** The wallets that browsers open themselves, without a script of the wallet's company. */
export const browserWallets = ['google_pay', 'apple_pay'] as const;
export type BrowserWallet = (typeof browserWallets)[number];

/** What the browser's Payment Request API needs to open a wallet. */
export interface WalletRequest {
  readonly wallet: BrowserWallet;
  /** The payment method of the Payment Request API, with the wallet's own parameters. */
  readonly method: { readonly supportedMethods: string; readonly data: object };
  /** `value`: decimal, in the currency's main unit. */
  readonly total: { readonly label: string; readonly amount: { readonly currency: string; readonly value: string } };
}

export interface WalletPage {
  /** The host name of the page: Apple's session is of no use on a page of another one. */
  readonly host: string;
  readonly isTestMode: boolean;
  readonly totalLabel: string;
}

const camelCase = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The value with its keys as Google writes them: `allowed_card_networks` is `allowedCardNetworks`. Nulls are left out. */
function withGooglesKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(withGooglesKeys);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(present.map(([key, inner]) => [camelCase(key), withGooglesKeys(inner)]));
}

/** Source: Google Pay API for the web, Payment Request API. */
function googlePay(token: Json, { isTestMode, totalLabel }: WalletPage): WalletRequest | undefined {
  const currency = textAt(token, 'transaction_info', 'currency_code');
  const value = textAt(token, 'transaction_info', 'total_price');
  const methods = listAt(token, 'allowed_payment_methods');
  if (currency === undefined || value === undefined || methods.length === 0) return undefined;
  return {
    wallet: 'google_pay',
    method: {
      supportedMethods: 'https://google.com/pay',
      data: {
        environment: isTestMode ? 'TEST' : 'PRODUCTION',
        apiVersion: 2,
        apiVersionMinor: 0,
        merchantInfo: withGooglesKeys(at(token, 'merchant_info')),
        allowedPaymentMethods: withGooglesKeys(methods),
        transactionInfo: withGooglesKeys(at(token, 'transaction_info')),
      },
    },
    total: { label: textAt(token, 'merchant_info', 'merchant_name') ?? totalLabel, amount: { currency, value } },
  };
}

/** Source: Apple Pay on the Web, Payment Request API. */
function applePay(token: Json, { host, totalLabel }: WalletPage): WalletRequest | undefined {
  const request = at(token, 'payment_request_data');
  const currency = textAt(request, 'currency_code');
  const value = textAt(request, 'total', 'amount');
  const merchantIdentifier = textAt(request, 'merchant_identifier');
  const isOfThisPage = textAt(token, 'session_token_data', 'domainName') === host;
  if (currency === undefined || value === undefined || merchantIdentifier === undefined || !isOfThisPage)
    return undefined;
  return {
    wallet: 'apple_pay',
    method: {
      supportedMethods: 'https://apple.com/apple-pay',
      data: {
        version: 3,
        merchantIdentifier,
        countryCode: textAt(request, 'country_code'),
        merchantCapabilities: listAt(request, 'merchant_capabilities'),
        supportedNetworks: listAt(request, 'supported_networks'),
        requiredBillingContactFields: listAt(request, 'required_billing_contact_fields'),
      },
    },
    total: { label: textAt(request, 'total', 'label') ?? totalLabel, amount: { currency, value } },
  };
}

const requestOf: Readonly<Record<BrowserWallet, typeof googlePay>> = { google_pay: googlePay, apple_pay: applePay };

const tokenOf = (sessions: Json, wallet: BrowserWallet): Json =>
  listAt(sessions, 'session_token').find((one) => textAt(one, 'wallet_name') === wallet);

/** What opens each wallet for which the payment has usable session tokens; of several tokens of a wallet, the first. */
export const walletRequests = (sessions: Json, page: WalletPage): readonly WalletRequest[] =>
  browserWallets.flatMap((wallet) => requestOf[wallet](tokenOf(sessions, wallet), page) ?? []);

/** What lets a browser say whether it knows a wallet, before the account's parameters are there. */
const probes: Readonly<Record<BrowserWallet, WalletRequest['method']>> = {
  google_pay: {
    supportedMethods: 'https://google.com/pay',
    data: {
      environment: 'TEST',
      apiVersion: 2,
      apiVersionMinor: 0,
      allowedPaymentMethods: [
        { type: 'CARD', parameters: { allowedAuthMethods: ['PAN_ONLY'], allowedCardNetworks: ['VISA'] } },
      ],
    },
  },
  apple_pay: {
    supportedMethods: 'https://apple.com/apple-pay',
    data: {
      version: 3,
      merchantIdentifier: 'merchant.probe',
      countryCode: 'US',
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: ['visa'],
    },
  },
};

export const probeOf = (wallet: BrowserWallet): WalletRequest['method'] => probes[wallet];

/** The request for the sum that the page shows: a session has the one of its own time, with the plan that the payment had then. */
export function withTotal(
  { wallet, method, total }: WalletRequest,
  amount: WalletRequest['total']['amount'],
): WalletRequest {
  const info = at(method.data, 'transactionInfo');
  const transactionInfo = { ...(info as object), currencyCode: amount.currency, totalPrice: amount.value };
  const data = info === undefined ? method.data : { ...method.data, transactionInfo };
  return { wallet, method: { ...method, data }, total: { ...total, amount } };
}

/** Apple's session for the page, which the browser passes to Apple; undefined where there is none. */
export const applePaySession = (sessions: Json): Json => at(tokenOf(sessions, 'apple_pay'), 'session_token_data');

/** Only what the wallet has stated. */
const stated = (fields: Readonly<Record<string, Json>>): object | undefined => {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return present.length === 0 ? undefined : Object.fromEntries(present);
};

function googlePayData(details: Json): object {
  const info = at(details, 'paymentMethodData', 'info');
  const assurance = at(info, 'assuranceDetails');
  return {
    type: textAt(details, 'paymentMethodData', 'type'),
    description: textAt(details, 'paymentMethodData', 'description'),
    info: {
      card_network: textAt(info, 'cardNetwork'),
      card_details: textAt(info, 'cardDetails'),
      ...(assurance !== undefined && {
        assurance_details: {
          card_holder_authenticated: at(assurance, 'cardHolderAuthenticated') === true,
          account_verified: at(assurance, 'accountVerified') === true,
        },
      }),
    },
    tokenization_data: {
      type: textAt(details, 'paymentMethodData', 'tokenizationData', 'type'),
      token: textAt(details, 'paymentMethodData', 'tokenizationData', 'token'),
    },
  };
}

/** Google states one name, of which the interface has two parts: the last word is the last name. */
function googlePayBilling(details: Json): object | undefined {
  const address = at(details, 'paymentMethodData', 'info', 'billingAddress');
  const names = (textAt(address, 'name') ?? '').trim().split(/\s+/);
  return stated({
    first_name: names.slice(0, -1).join(' ') || names[0],
    last_name: names.length > 1 ? names.at(-1) : undefined,
    line1: textAt(address, 'address1'),
    line2: textAt(address, 'address2'),
    line3: textAt(address, 'address3'),
    city: textAt(address, 'locality'),
    state: textAt(address, 'administrativeArea'),
    zip: textAt(address, 'postalCode'),
    country: textAt(address, 'countryCode'),
  });
}

/** Base64 of the JSON, as UTF-8. */
const base64 = (value: Json): string => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));

const applePayData = (details: Json): object => ({
  payment_data: base64(at(details, 'token', 'paymentData') ?? {}),
  payment_method: {
    display_name: textAt(details, 'token', 'paymentMethod', 'displayName'),
    network: textAt(details, 'token', 'paymentMethod', 'network'),
    type: textAt(details, 'token', 'paymentMethod', 'type'),
  },
  transaction_identifier: textAt(details, 'token', 'transactionIdentifier'),
});

function applePayBilling(details: Json): object | undefined {
  const contact = at(details, 'billingContact');
  const [line1, line2, line3] = textsAt(contact, 'addressLines');
  return stated({
    first_name: textAt(contact, 'givenName'),
    last_name: textAt(contact, 'familyName'),
    line1,
    line2,
    line3,
    city: textAt(contact, 'locality'),
    state: textAt(contact, 'administrativeArea'),
    zip: textAt(contact, 'postalCode'),
    country: textAt(contact, 'countryCode')?.toUpperCase(),
  });
}

/** The wallet's answer (`PaymentResponse.details`) as the data of a confirmation, with the billing address if it has one. */
export function walletData(wallet: BrowserWallet, details: Json): object {
  const isGoogles = wallet === 'google_pay';
  const address = isGoogles ? googlePayBilling(details) : applePayBilling(details);
  return {
    wallet: { [wallet]: isGoogles ? googlePayData(details) : applePayData(details) },
    ...(address && { billing: { address } }),
  };
}
