import type { SchemaWords } from './schema-words';

/** Payment methods of single countries, vouchers and gift cards. */
export const localSchemas: SchemaWords = {
  AccountType:
    'The kind of a bank account in Brazil: `current` for daily payments, `savings`, or `payment` for a prepaid account.',
  AlfamartVoucherData: 'Who pays at an Alfamart shop in Indonesia: name and e-mail address.',
  BHNGiftCardDetails:
    'A gift card of the Blackhawk Network: its number, and the PIN, CVV or expiry where the card has them.',
  BeneficiaryDetails: 'Who receives the money of a boleto if not the merchant itself: name and tax document.',
  BoletoAdditionalDetails:
    'How a boleto is issued: when it is due, what kind of document it is, discounts, penalties and what happens if it stays unpaid.',
  BoletoDocumentKind: 'What kind of debt a boleto stands for, in the terms of Brazilian banks.',
  BoletoPaymentType: 'Whether a boleto is paid in one fixed sum, in a sum between limits, or in several parts.',
  BoletoPaymentTypeConstraints:
    'The limits of a boleto with a flexible sum or with parts. `type` says which one, and so which details belong to it.',
  BoletoVoucherData:
    'Who pays a boleto in Brazil, with tax number, and the fine and interest that apply after the due date.',
  CalculationType: 'Whether a limit or a discount is a percentage or an amount in minor units.',
  CardRedirectData:
    'A card payment that takes place on a page of a national network. The only key names the network; it has no fields.',
  CardRedirectResponse: 'The card redirect in the answer about a payment. It is absent for other payment methods.',
  CollectionActions:
    'What a bank does with a boleto that stays unpaid: a protest, and the days after which it is written off.',
  CryptoData: 'The currency and the network with which the customer pays in crypto.',
  CryptoResponse: 'The crypto payment in the answer about a payment. It is absent for other payment methods.',
  DiscountTier: 'A step of an early discount on a boleto: the sum, and the last day on which it applies.',
  DiscountType:
    'How an early discount on a boleto is counted: a standard one, until fixed days, or for each calendar or business day.',
  DocumentKind:
    'The kind of an identity or tax number: `cpf` for persons and `cnpj` for companies in Brazil, `psn` in other countries, or another one.',
  FlexibleAmountDetails: 'The lowest and highest sum of a flexible boleto, as percentages or amounts.',
  GiftCardAdditionalData: 'What answers show of a gift card. The only key names its issuer.',
  GiftCardData: 'The gift card that pays. The only key names its issuer.',
  GiftCardDetails: 'The number of a gift card and its security code.',
  GiftCardResponse: 'The gift card in the answer about a payment, masked. It is absent for other payment methods.',
  GivexGiftCardAdditionalData: 'The last four characters of a Givex gift card.',
  ImmediateExpirationTime:
    'A Pix payment that is due at once: after how many seconds the code expires, and the key that receives the money.',
  IndomaretVoucherData: 'Who pays at an Indomaret shop in Indonesia: name and e-mail address.',
  InstallmentDetails: 'How many parts a boleto may be paid in.',
  InterestDetail: 'The interest on a late boleto: the rate, and the Brazilian tax on it, in percent.',
  JCSVoucherData: 'Who pays at a convenience store in Japan: name, e-mail address and phone number.',
  KlarnaSdkPaymentMethodResponse: 'What answers show of a Klarna payment: the kind of plan that the customer chose.',
  MobilePaymentConsent: 'Whether the customer must agree, may agree, or need not agree before a payment by phone bill.',
  MobilePaymentData: 'Data of a payment by phone bill. The only key names the kind.',
  MobilePaymentDirectCarrierBilling: "The phone number whose bill is charged, and the customer's id at the carrier.",
  MobilePaymentResponse:
    'The payment by phone bill in the answer about a payment. It is absent for other payment methods.',
  PayLaterAfterpayClearpayRedirect: 'Who pays by Afterpay or Clearpay: name and e-mail address.',
  PayLaterData:
    'Data of a payment that the customer pays later in parts. Exactly one key is present, and it names the provider.',
  PayLaterKlarnaRedirect: 'Who pays by Klarna on its own page: e-mail address and billing country.',
  PayLaterKlarnaSdk: "What Klarna's widget returned: its token.",
  PaylaterResponse: 'The pay-later payment in the answer about a payment. It is absent for other payment methods.',
  PenaltyDetail: 'A fixed penalty on a late boleto, and the days before it applies.',
  PenaltyRules: 'What a late boleto costs in addition: a fixed penalty, interest, or both.',
  PixAdditionalDetails: 'How long a Pix code can be paid. The only key says whether it is due at once or on a day.',
  PixAutomaticoAdditionalDetails:
    'How a Pix Automático agreement is made or used. `type` says whether by a request to the bank, by QR code, or for a later payment.',
  PixAutomaticoMitData:
    'A payment within a Pix Automático agreement: the day on which the bank debits, and the receiver.',
  PixAutomaticoPushData:
    'A Pix Automático agreement that the customer confirms in the app of the bank: its terms, and what happens after a failed debit.',
  PixAutomaticoQrData:
    'A Pix Automático agreement that the customer makes by scanning a code: its terms, and what happens after a failed debit.',
  PixKey: 'A Pix key with its kind: a tax number, an e-mail address, a phone number or a random key.',
  ProtestRules: 'Whether and when an unpaid boleto is registered at a notary.',
  ProtestType:
    'How the days before a protest are counted: not at all, in calendar or business days, or as the contract with the bank says.',
  RealTimePaymentData:
    'A payment by a national system for instant transfers. The only key names the system; it has no fields.',
  RealTimePaymentDataResponse:
    'The instant transfer in the answer about a payment. It is absent for other payment methods.',
  SantanderBoletoData: 'The settings of boletos at Santander in Brazil, sent with a payment.',
  SantanderConnectorMetadataData: 'What Santander needs besides the payment: the settings of its boletos.',
  SantanderData: 'What Santander returned: the id of the Pix transfer from end to end.',
  SantanderMandateDetails:
    'The terms of a Pix Automático agreement: a fixed or lowest sum in minor units, its first and last day, and how often.',
  SantanderMandatePeriodicity: 'How often a Pix Automático agreement is debited.',
  SantanderPaymentDiscountRules: 'The early discounts on a boleto: how they are counted, and their steps.',
  SantanderPixAutomaticoReceiverDetails: 'The account of the merchant that receives a Pix Automático payment.',
  ScheduledExpirationTime:
    'A Pix payment that is due on a day: the day, and for how many days after it the code can be paid.',
  UpiAdditionalData: 'What answers show of a UPI payment. The only key names the way in which the customer confirms.',
  UpiCollectAdditionalData: 'The UPI address of the customer, masked, and the kind of account behind it.',
  UpiCollectData: 'A UPI payment that the customer confirms after a request to the address.',
  UpiData:
    'Data of a UPI payment in India. The only key names the way in which the customer confirms: a request, an app or a QR code.',
  UpiIntentData: 'A UPI payment that the customer confirms in an app on the same phone.',
  UpiQrData: 'A UPI payment that the customer confirms by scanning a code.',
  UpiResponse: 'The UPI payment in the answer about a payment. It is absent for other payment methods.',
  UpiSource:
    'The account behind a UPI payment: `UPI_CC` a credit card, `UPI_CL` a credit line, `UPI_ACCOUNT` a bank account, `UPI_PPI` a prepaid wallet, `UPI_VOUCHER` a voucher.',
  VoucherData:
    'Data of a payment with cash or at a bank by a reference. Exactly one key or word is present, and it names the voucher.',
  VoucherResponse: 'The voucher in the answer about a payment. It is absent for other payment methods.',
};
