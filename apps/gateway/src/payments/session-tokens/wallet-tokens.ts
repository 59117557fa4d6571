import type { PaymentForSession } from '@payorch/contracts';
import { createsOrders } from '@payorch/connectors/catalogue';
import { isZero, toMajorText } from '@payorch/kernel';
import {
  type ApplePayDetails,
  type ConnectorAccount,
  type GooglePayDetails,
  googlePayOfMetadata,
  type PayPalDetails,
  payPalOfMetadata,
  type PazeDetails,
  type ProfileDetails,
  type SamsungPayDetails,
} from '../../accounts';

/** The fields of a connector account that make its sessions. */
export type WalletAccount = Pick<ConnectorAccount, 'connectorName' | 'details' | 'publicWalletDetails'>;

/** The profile settings that decide which customer details a wallet collects. */
export type Collected = Pick<
  ProfileDetails,
  'always_collect_billing_details_from_wallet_connector' | 'always_collect_shipping_details_from_wallet_connector'
>;

/** The payment of a session, and which customer details the wallet collects. */
export interface Session extends PaymentForSession {
  readonly paymentId: string;
  readonly billingRequired: boolean;
  readonly shippingRequired: boolean;
}

export const sessionFor = (paymentId: string, payment: PaymentForSession, profile: Collected): Session => ({
  ...payment,
  paymentId,
  billingRequired: profile.always_collect_billing_details_from_wallet_connector === true,
  shippingRequired: profile.always_collect_shipping_details_from_wallet_connector === true && !payment.fixedShipping,
});

type MethodParameters = GooglePayDetails['allowed_payment_methods'][number]['parameters'];

/** The profile's setting extends the settings of the account. */
const withBilling = (parameters: MethodParameters, { billingRequired }: Session): MethodParameters =>
  billingRequired
    ? {
        ...parameters,
        billing_address_required: true,
        billing_address_parameters: { phone_number_required: true, format: 'FULL' },
      }
    : { ...parameters, billing_address_required: parameters.billing_address_required ?? false };

const googlePay = (details: GooglePayDetails, session: Session, connector: string): object => ({
  merchant_info: details.merchant_info,
  shipping_address_required: session.shippingRequired,
  email_required: session.shippingRequired,
  shipping_address_parameters: { phone_number_required: session.shippingRequired },
  allowed_payment_methods: details.allowed_payment_methods.map((method) => ({
    ...method,
    parameters: withBilling(method.parameters, session),
  })),
  transaction_info: {
    // Google requires a country; `US` is the interface's default where the payment has no address.
    country_code: session.country ?? 'US',
    currency_code: session.money.currency,
    total_price_status: 'FINAL',
    total_price: toMajorText(session.money),
  },
  delayed_session_token: false,
  connector,
  // The token completes the session: the SDK's next action is confirm.
  sdk_next_action: { next_action: 'confirm' },
  secrets: null,
});

const samsungPay = (details: SamsungPayDetails, session: Session): object => ({
  version: '2',
  service_id: details.service_id,
  // Samsung accepts only letters, digits and hyphens.
  order_number: session.paymentId.replaceAll('_', '-'),
  merchant: { name: details.merchant_display_name, url: null, country_code: details.merchant_business_country },
  amount: {
    option: 'FORMAT_TOTAL_PRICE_ONLY',
    currency_code: session.money.currency,
    total: toMajorText(session.money),
  },
  protocol: 'PROTOCOL3DS',
  allowed_brands: details.allowed_brands,
  billing_address_required: session.billingRequired,
  shipping_address_required: session.shippingRequired,
});

const paze = (details: PazeDetails, { money, email }: Session): object => ({
  ...details,
  transaction_currency_code: money.currency,
  transaction_amount: toMajorText(money),
  email_address: email,
});

/**
 * Apple Pay, without the session that Apple makes for a browser. The system of the merchant's own iOS app makes that session.
 * Apple refuses a request without a country: null.
 */
function applePay(details: ApplePayDetails, session: Session, connector: string): object | null {
  const country = details.merchant_business_country ?? session.country;
  if (country === null) return null;
  return {
    session_token_data: null,
    payment_request_data: {
      country_code: country,
      currency_code: session.money.currency,
      total: { label: details.label, type: 'final', amount: toMajorText(session.money) },
      merchant_capabilities: details.merchant_capabilities,
      supported_networks: details.supported_networks,
      merchant_identifier: details.merchant_identifier,
      required_billing_contact_fields: session.billingRequired ? ['postalAddress'] : null,
      required_shipping_contact_fields: session.shippingRequired ? ['postalAddress', 'phone', 'email'] : null,
      recurring_payment_request: null,
    },
    connector,
    delayed_session_token: false,
    sdk_next_action: { next_action: 'confirm' },
    connector_reference_id: null,
    connector_sdk_public_key: null,
    connector_merchant_id: null,
  };
}

/** The payment method of an order, by its names in the interface. */
const orderedMethod = { paymentMethod: 'wallet', paymentMethodType: 'paypal' } as const;

/** PayPal's window approves an order, which the SDK requests next. */
const payPal = ({ client_id }: PayPalDetails, { money, captureMethod }: Session, connector: string): object => ({
  connector,
  session_token: client_id,
  sdk_next_action: { next_action: 'post_session_tokens' },
  client_token: null,
  transaction_info: { flow: 'checkout', currency_code: money.currency, total_price: toMajorText(money) },
  data_user_id_token: null,
  currency: money.currency,
  intent: captureMethod === 'manual' || captureMethod === 'manual_multiple' ? 'authorize' : 'capture',
});

/** undefined: the account has no settings of the wallet. null: the settings are unusable. */
type Made = object | null | undefined;
type Make = (account: WalletAccount, session: Session) => Made;

const madeOf = <T>(details: T | null | undefined, make: (details: T) => object | null): Made =>
  details && make(details);

/** A session promises an order: without an amount, or at a connector without orders, there is none, whatever the settings. */
const payPalOf = ({ connectorName, details }: WalletAccount, session: Session): Made =>
  createsOrders(connectorName, orderedMethod) && !isZero(session.money)
    ? madeOf(payPalOfMetadata(details.metadata), (found) => payPal(found, session, connectorName))
    : undefined;

/** Every wallet whose session needs only the settings of a connector account. */
const sessionMakers = {
  google_pay: ({ connectorName, details, publicWalletDetails }, session) => {
    const newer = publicWalletDetails?.google_pay;
    const found = newer === undefined ? googlePayOfMetadata(details.metadata) : newer;
    return madeOf(found, (settings) => googlePay(settings, session, connectorName));
  },
  samsung_pay: ({ publicWalletDetails }, session) =>
    madeOf(publicWalletDetails?.samsung_pay, (found) => samsungPay(found, session)),
  paze: ({ publicWalletDetails }, session) => madeOf(publicWalletDetails?.paze, (found) => paze(found, session)),
  paypal: payPalOf,
  apple_pay: ({ connectorName, publicWalletDetails }, session) =>
    madeOf(publicWalletDetails?.apple_pay, (found) => applePay(found, session, connectorName)),
} as const satisfies Record<string, Make>;

export type Wallet = keyof typeof sessionMakers;
export const wallets = Object.keys(sessionMakers) as readonly Wallet[];

/** The session of one wallet at one connector account, in the interface's format. */
export function walletToken(wallet: Wallet, account: WalletAccount, session: Session): Made {
  const made = sessionMakers[wallet](account, { ...session, money: session.walletTotals?.[wallet] ?? session.money });
  return made && { wallet_name: wallet, ...made };
}

/** Whether the session is complete only with Apple's validation of the shop: Apple Pay in browsers. */
export const needsValidation = (wallet: Wallet, { publicWalletDetails }: WalletAccount): boolean =>
  wallet === 'apple_pay' && publicWalletDetails?.apple_pay?.initiative === 'web';
