import type { SchemaWords } from './schema-words';

/** Wallets and their sessions. */
export const walletsSchemas: SchemaWords = {
  AliPayHkRedirection: "Alipay HK on the wallet's own page. It has no fields.",
  AliPayQr: 'Alipay by a QR code that the customer scans. It has no fields.',
  AliPayRedirection: "Alipay on the wallet's own page. It has no fields.",
  AmazonPayDeliveryOptions: 'One way of delivery that Amazon Pay offers to the customer, with its price.',
  AmazonPayDeliveryPrice: 'The price of a way of delivery, in minor units of its currency.',
  AmazonPayPaymentIntent:
    'When Amazon Pay takes the money: `Confirm` later, `Authorize` now and capture later, or `AuthorizeWithCapture` at once.',
  AmazonPayRedirectData: "Amazon Pay on the wallet's own page. It has no fields.",
  AmazonPaySessionTokenResponse:
    'What a page needs to show the Amazon Pay button of one payment: the store, and the amounts as decimals of the currency.',
  AmazonPayShippingMethod: 'The name and code of a way of delivery at Amazon Pay.',
  AmazonPayWalletData: 'What the Amazon Pay button returned: the id of the checkout that the customer confirmed.',
  AmountInfo: 'A line of the Apple Pay sheet: its label and its amount as a decimal of the currency.',
  ApplePayAddressParameters: 'A part of an address that the Apple Pay sheet asks for.',
  ApplePayBillingContactFields: 'The parts of the billing address that the Apple Pay sheet asks for.',
  ApplePayCryptogramData:
    'The proof of one Apple Pay payment: the cryptogram of the device, and the indicator of electronic commerce.',
  ApplePayDecrypt:
    'A decrypted Apple Pay card for a stored payment method: the number of the device, its expiry and its holder.',
  ApplePayPaymentData:
    'The payment data of Apple Pay: the encrypted text as the device gave it, or the data that the merchant has decrypted.',
  ApplePayPaymentRequest:
    'What the page passes to Apple Pay to open its sheet: country, currency, total, networks and the merchant.',
  ApplePayPaymentTiming: 'Whether an amount is due at once or with every billing period.',
  ApplePayPredecryptData:
    'Apple Pay data that the merchant decrypted: the number of the device, its expiry and the cryptogram.',
  ApplePayRecurringDetails: 'How an agreement on recurring payments is shown in the Apple Pay sheet.',
  ApplePayRecurringPaymentRequest: 'The agreement on recurring payments as the page passes it to Apple Pay.',
  ApplePayRedirectData: 'Apple Pay on a page of the processor. It has no fields.',
  ApplePayRegularBillingDetails:
    'The billing of a recurring Apple Pay agreement: its label, first and last day, and interval.',
  ApplePayRegularBillingRequest:
    'The billing of a recurring agreement as the page passes it to Apple Pay, with the amount as a decimal.',
  ApplePaySessionResponse:
    "The session that the page completes at Apple Pay: Apple's own, one of a third-party SDK, or nothing.",
  ApplePayShippingContactFields: 'The parts of the shipping address that the Apple Pay sheet asks for.',
  ApplePayThirdPartySdkData: 'What a third-party SDK returned for Apple Pay: its token.',
  ApplePayWalletData:
    'What Apple Pay returned to the page: the payment data, the card behind it, and the id of the transaction.',
  ApplepayConnectorMetadataRequest:
    'The Apple Pay settings that a payment brings with it in place of those of the connector account.',
  ApplepayInitiative: 'Where Apple Pay is used: on the `web` or in an `ios` app.',
  ApplepayMerchantResponse: 'Says that Apple Pay verified the domains of the merchant.',
  ApplepayMerchantVerificationRequest:
    "Domains on which the merchant shows the Apple Pay button. Each must serve Apple's association file.",
  ApplepayPaymentMethod:
    'The card behind an Apple Pay payment as the device described it: display name, network, kind and expiry.',
  ApplepaySessionTokenResponse:
    'What a page needs to show the Apple Pay button of one payment: the session and the payment request.',
  ApplepayVerifiedDomainsResponse: 'The domains that Apple Pay has verified for a connector account.',
  CashappQr: 'Cash App by a QR code that the customer scans. It has no fields.',
  ClickToPayDetails: 'The encrypted result of a Click to Pay checkout, with the ids of its transaction.',
  ClickToPaySessionResponse:
    'What a page needs to open Click to Pay for one payment: the digital payment application and the amount as a decimal.',
  ConnectorWalletDetails:
    'The wallet settings of a connector account, one entry for each wallet: certificates and ids that the wallets gave the merchant.',
  CtpServiceDetails:
    'A Click to Pay checkout that the customer finished: the ids of its transaction and the encrypted card.',
  CtpServiceProvider: 'The card network whose Click to Pay service was used.',
  GPayPredecryptData:
    'Google Pay data that the merchant decrypted: the number of the device, its expiry and the cryptogram.',
  GcashRedirection: "GCash on the wallet's own page. It has no fields.",
  GoPayRedirection: "GoPay on the wallet's own page. It has no fields.",
  GooglePayAssuranceDetails:
    'What Google checked about the card: whether the holder was authenticated and the account verified.',
  GooglePayCardFundingSource: 'How the card behind Google Pay is funded.',
  GooglePayDecrypt:
    'A decrypted Google Pay card for a stored payment method: the number of the device, its expiry and its holder.',
  GooglePayPaymentMethodInfo:
    'The card behind a Google Pay payment as the wallet described it: network, last digits and funding.',
  GooglePayRedirectData: 'Google Pay on a page of the processor. It has no fields.',
  GooglePaySessionResponse:
    'What a page passes to Google Pay to open its sheet: the merchant, the allowed methods and the transaction.',
  GooglePayThirdPartySdk: 'Google Pay through a third-party SDK: which connector runs it, and what to do next.',
  GooglePayThirdPartySdkData: 'What a third-party SDK returned for Google Pay: its token.',
  GooglePayWalletData: 'What Google Pay returned to the page: the token, and the card behind it.',
  GpayAllowedMethodsParameters:
    'Which cards the Google Pay sheet offers, how they may be authenticated, and which address it asks for.',
  GpayAllowedPaymentMethods:
    'A payment method that the Google Pay sheet offers, with the gateway that reads its token.',
  GpayBillingAddressFormat:
    'The billing address that the Google Pay sheet asks for: `MIN` has name, country and postal code, `FULL` the whole address.',
  GpayBillingAddressParameters: 'Which billing address the Google Pay sheet asks for, and whether with a phone number.',
  GpayEcryptedTokenizationData:
    'The encrypted token of Google Pay, as the wallet returned it. The published spelling is kept.',
  GpayMerchantInfo: 'The merchant that the Google Pay sheet names.',
  GpaySessionTokenResponse: 'The Google Pay session of one payment: for the wallet itself, or for a third-party SDK.',
  GpayShippingAddressParameters: 'Whether the Google Pay sheet asks for a phone number with the shipping address.',
  GpayTokenParameters: 'The gateway that can read the token, with the ids of the merchant there.',
  GpayTokenizationData: 'The token of Google Pay, encrypted or decrypted by the merchant.',
  GpayTokenizationSpecification: 'How Google Pay encrypts the token: for a gateway, or for a key of the merchant.',
  GpayTransactionInfo:
    'The country, the currency and the total that the Google Pay sheet shows; the total is a decimal.',
  KakaoPayRedirection: "KakaoPay on the wallet's own page. It has no fields.",
  KlarnaSessionTokenResponse:
    "What a page needs to show Klarna's widget for one payment: the token and the id of the session.",
  MbWayRedirection: 'MB WAY: the phone number with which the customer is registered.',
  MerchantApplicationDetails: 'The shop software that sends the payment: its name and version.',
  MifinityData: "Data for MiFinity: the birthday of the customer, and the language of the wallet's page.",
  MobilePayRedirection: "MobilePay on the wallet's own page. It has no fields.",
  MomoRedirection: "MoMo on the wallet's own page. It has no fields.",
  PayPalWalletData: 'What the PayPal button returned: its token.',
  PaymentMethodDataWalletInfo:
    'The card behind a wallet as it is stored with a payment method: last digits, network and expiry.',
  Paypal: 'A PayPal account that receives money, by e-mail address, phone number or PayPal id.',
  PaypalCaptureMethod: 'Whether PayPal captures with the authorization or only authorizes.',
  PaypalFlow: 'The kind of session that PayPal opens: a checkout.',
  PaypalRedirection: "PayPal on the wallet's own page; the e-mail address fills its form.",
  PaypalSessionTokenResponse:
    'What a page needs to show the PayPal button of one payment: the connector, a token and the transaction.',
  PaypalTransactionInfo: 'The currency and the total that PayPal shows; the total is a decimal.',
  PayseraData: "Paysera on the wallet's own page. It has no fields.",
  PazeSessionTokenResponse:
    'What a page needs to open Paze for one payment: the client ids, and the amount as a decimal.',
  PazeWalletData: 'The encrypted answer of a Paze checkout.',
  RecurringPaymentIntervalUnit: 'The unit of the interval between two recurring charges.',
  RevolutPayData: "Revolut Pay on the wallet's own page. It has no fields.",
  SamsungPayAmountDetails: 'The total that the Samsung Pay sheet shows, as a decimal, and how it is shown.',
  SamsungPayAmountFormat: 'Whether the Samsung Pay sheet shows the total as final or as an estimate.',
  SamsungPayAppWalletData: "What Samsung Pay returned in an app: the token, the card's brand and its last digits.",
  SamsungPayCardBrand: 'The card network behind a Samsung Pay payment.',
  SamsungPayMerchantPaymentInformation: 'The merchant that the Samsung Pay sheet names.',
  SamsungPayProtocolType: 'How Samsung Pay secures the token; 3-D Secure is the only way.',
  SamsungPaySessionTokenResponse:
    'What a page needs to open Samsung Pay for one payment: the service, the merchant, the amount and the networks.',
  SamsungPayTokenData: 'The encrypted token of Samsung Pay with its type and version.',
  SamsungPayWalletCredentials: 'What Samsung Pay returned, on the web or in an app.',
  SamsungPayWalletData: 'A Samsung Pay payment: the credentials that the wallet returned.',
  SamsungPayWebWalletData: "What Samsung Pay returned on the web: the token, the card's brand and its last digits.",
  SdkNextAction: 'What the client does after it has the session token.',
  SecretInfoToInitiateSdk: 'The two secrets with which a third-party SDK shows the sheet and pays.',
  SessionToken:
    'The session of one wallet for one payment. `wallet_name` says which wallet, and so which fields are present.',
  SessionTokenInfo:
    'The Apple Pay merchant of a connector account: certificates, display name and where the button is shown. Keys are never returned.',
  SkrillData: "Skrill on the wallet's own page. It has no fields.",
  SwishQrData: 'Swish by a QR code that the customer scans. It has no fields.',
  ThirdPartySdkSessionResponse: 'The secrets of a session that a third-party SDK opens.',
  TokenSource: 'The wallet from which a decrypted token comes.',
  TouchNGoRedirection: "Touch 'n Go on the wallet's own page. It has no fields.",
  Venmo: 'A Venmo account that receives money, by its phone number.',
  Wallet:
    'A wallet that receives money or is stored: decrypted Apple Pay or Google Pay, PayPal or Venmo. Exactly one key is present.',
  WalletAdditionalDataForCard:
    'The card behind a wallet payment as answers show it: last digits, network, kind and expiry.',
  WalletBlockingConfig: 'The kinds of cards that a profile refuses behind wallets.',
  WalletData:
    'The data of a wallet payment. Exactly one key is present; it names the wallet and the way in which it is used.',
  WalletDetail: 'A decrypted wallet card for a stored payment method. The only key names the wallet.',
  WalletResponse: 'The wallet in the answer about a payment. It is absent for other payment methods.',
  WalletResponseData: 'What answers show of a wallet payment: the card behind it. The only key names the wallet.',
  WeChatPayQr: 'WeChat Pay by a QR code that the customer scans. It has no fields.',
  WeChatPayRedirection: "WeChat Pay on the wallet's own page. It has no fields.",
};
