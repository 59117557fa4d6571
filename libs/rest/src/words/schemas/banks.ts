import type { SchemaWords } from './schema-words';

/** Bank debits, bank redirects and bank transfers. */
export const banksSchemas: SchemaWords = {
  AchBankDebitAdditionalData:
    'The account of an ACH debit as answers show it: the account number is masked, the routing number and the names stay.',
  AchBankTransfer: 'A bank account in the United States, to which money is sent by ACH.',
  AchBillingDetails: 'Where the instructions for an ACH transfer are sent.',
  AchTransfer:
    'The account to which the customer sends an ACH credit transfer. It is made by the processor for this payment and shown to the customer.',
  BacsBankDebitAdditionalData: 'The account of a Bacs debit as answers show it, with a masked account number.',
  BacsBankTransfer: 'A bank account in the United Kingdom, to which money is sent by Bacs.',
  BacsBankTransferInstructions:
    'The account to which the customer sends a Bacs transfer, as the processor named it for this payment.',
  BancontactBankRedirectAdditionalData:
    'The Bancontact card of a payment as answers show it: the last four digits, the expiry and the holder.',
  Bank: 'A bank account in the form of one transfer scheme: ACH, Bacs, Trustly, SEPA, Pix or open banking. The fields differ by scheme.',
  BankCodeResponse: 'A bank that the customer may choose for a bank redirect, with the connectors that reach it.',
  BankDebitAchBankDebit: 'An account in the United States that the processor debits by ACH.',
  BankDebitAdditionalData: 'A debited bank account as answers show it. The only key names the debit scheme.',
  BankDebitBacsBankDebit: 'An account in the United Kingdom that the processor debits by Bacs.',
  BankDebitBecsBankDebit: 'An account in Australia that the processor debits by BECS, named by its BSB.',
  BankDebitBilling:
    'Who owns the debited account: name, e-mail address and billing address. Some processors require them.',
  BankDebitData: 'The bank account that is debited. Exactly one key is present, and it names the debit scheme.',
  BankDebitDetail: 'A bank account for a stored payment method; only ACH accounts can be stored without a payment.',
  BankDebitEftDebitOrder:
    'An account in South Africa that the processor debits by an EFT debit order, with its branch code.',
  BankDebitResponse:
    'The debited bank account in the answer about a payment, masked. It is absent for other payment methods.',
  BankDebitSepaBankDebit:
    'An account of the euro area that the processor debits by SEPA Direct Debit, named by its IBAN.',
  BankDebitSepaGuarenteedBankDebit:
    'An account of the euro area that is debited by SEPA with a guarantee of the processor. The published spelling of the scheme is kept.',
  BankDebitTypes: 'Connectors that can take a payment by this kind of bank debit.',
  BankHolderType: 'Who holds the bank account: a private person or a business.',
  BankNames:
    'A bank that can be chosen for bank redirects, by the name that connectors share. Each connector reaches only some of them.',
  BankRedirectBancontactCard:
    'Data for Bancontact. Without a card number the customer enters the card on the page to which the payment leads.',
  BankRedirectBilling: 'The name and e-mail address of the customer, for bank redirects that require them.',
  BankRedirectBlik: 'Data for BLIK in Poland: the six-digit code that the customer reads in the app of the bank.',
  BankRedirectData:
    'Data of a payment that the customer confirms on the page of a bank. Exactly one key is present, and it names the payment method type.',
  BankRedirectDetails:
    'What answers show of a bank redirect. The only key names the payment method type; the published spelling has capitals.',
  BankRedirectEft: 'Data for an instant EFT payment in South Africa: the provider that reaches the bank.',
  BankRedirectEps: 'Data for EPS in Austria: the bank, and who pays.',
  BankRedirectGiropay: 'Data for giropay in Germany: the bank account by BIC and IBAN, and who pays.',
  BankRedirectIdeal:
    'Data for iDEAL in the Netherlands. Without a bank the customer chooses one on the page to which the payment leads.',
  BankRedirectInterac: 'Data for Interac in Canada: the country and the e-mail address that the bank knows.',
  BankRedirectOnlineBankingCzechRepublic: 'Data for online banking in the Czech Republic: the bank of the customer.',
  BankRedirectOnlineBankingFinland: 'Data for online banking in Finland: the e-mail address of the customer.',
  BankRedirectOnlineBankingFpx: 'Data for FPX in Malaysia: the bank of the customer.',
  BankRedirectOnlineBankingPoland: 'Data for online banking in Poland: the bank of the customer.',
  BankRedirectOnlineBankingSlovakia: 'Data for online banking in Slovakia: the bank of the customer.',
  BankRedirectOnlineBankingThailand: 'Data for online banking in Thailand: the bank of the customer.',
  BankRedirectOpenBankingUk:
    'Data for open banking in the United Kingdom: the bank in which the customer confirms the payment.',
  BankRedirectPrzelewy24: 'Data for Przelewy24 in Poland: the bank, and who pays.',
  BankRedirectResponse:
    'The bank redirect in the answer about a payment, without the secret parts. It is absent for other payment methods.',
  BankRedirectSofort: 'Data for Sofort: the country of the bank, the language of its page, and who pays.',
  BankRedirectTrustly: 'Data for Trustly: the country of the bank account.',
  BankTransfer:
    'A bank account to which money is sent, in the form of one transfer scheme. Each form also names the payout method type.',
  BankTransferAchBankTransfer:
    'Data for a payment by ACH transfer: the customer sends the money to the account in the next action.',
  BankTransferAdditionalData: 'What answers show of a bank transfer. The only key names the scheme.',
  BankTransferBacsBankTransfer:
    'Data for a payment by Bacs transfer: the customer sends the money to the account in the next action.',
  BankTransferBcaBankTransfer: 'Data for a transfer to a virtual account at BCA in Indonesia.',
  BankTransferBniVaBankTransfer: 'Data for a transfer to a virtual account at BNI in Indonesia.',
  BankTransferBriVaBankTransfer: 'Data for a transfer to a virtual account at BRI in Indonesia.',
  BankTransferCimbVaBankTransfer: 'Data for a transfer to a virtual account at CIMB Niaga in Indonesia.',
  BankTransferDanamonVaBankTransfer: 'Data for a transfer to a virtual account at Danamon in Indonesia.',
  BankTransferData:
    'Data of a payment that the customer makes by a transfer from a bank account. Exactly one key is present, and it names the scheme.',
  BankTransferIndonesianBankTransfer: 'Data for a transfer in Indonesia to a bank that has no entry of its own.',
  BankTransferInstructions: 'Where the customer sends the money of a bank transfer. The only key names the scheme.',
  BankTransferLocalBankTransfer: "Data for a transfer within one country: the code of the customer's bank.",
  BankTransferMandiriVaBankTransfer: 'Data for a transfer to a virtual account at Mandiri in Indonesia.',
  BankTransferMultibancoBankTransfer: 'Data for Multibanco in Portugal: where the reference to pay is sent.',
  BankTransferNextStepsData:
    'The instructions of a bank transfer together with the sums received and still to be received.',
  BankTransferPermataBankTransfer: 'Data for a transfer to a virtual account at Permata in Indonesia.',
  BankTransferPix:
    'Data for Pix in Brazil: the key or tax number of the customer and, where the processor asks, the two accounts and the expiry.',
  BankTransferPixAutomaticoPush:
    "Data for Pix Automático started by a request to the customer's bank: the account that will be debited.",
  BankTransferResponse: 'The bank transfer in the answer about a payment. It is absent for other payment methods.',
  BankTransferSepaBankTransfer:
    'Data for a payment by SEPA transfer: the customer sends the money to the account in the next action.',
  BankTransferTypes: 'Connectors that can take a payment by this kind of bank transfer.',
  BankType: 'The kind of a bank account: `checking` for daily payments, `savings` for savings.',
  BecsBankDebitAdditionalData: 'The account of a BECS debit as answers show it, with a masked account number.',
  BlikBankRedirectAdditionalData:
    'What answers show of a BLIK payment: the code that the customer entered, which can be used once.',
  DokuBankTransferInstructions:
    'Where the customer finds how to pay to a virtual account in Indonesia: a reference, a page with steps, and when they end.',
  DokuBillingDetails: 'The name and e-mail address of the customer, which virtual accounts in Indonesia require.',
  EftDebitOrderAdditionalData: 'The account of an EFT debit order as answers show it, with a masked account number.',
  GiropayBankRedirectAdditionalData: 'The bank account of a giropay payment as answers show it, masked.',
  InteracPaymentMethod: 'The customer of an Interac payment as the processor reported them.',
  LocalBankTransferAdditionalData: 'What answers show of a transfer within one country: the code of the bank.',
  MaskedBankDetails: 'A saved bank account by the last characters of its number, so that a customer recognizes it.',
  MultibancoBillingDetails: 'Where the reference of a Multibanco payment is sent.',
  MultibancoTransferInstructions:
    'The entity and the reference with which the customer pays by Multibanco at a bank or a machine.',
  OpenBanking: 'A bank account that was named through open banking: its holder and its IBAN.',
  OpenBankingData:
    'Data of a payment that the customer starts in online banking. The only key names the kind; it has no fields.',
  OpenBankingResponse:
    'The open banking payment in the answer about a payment. It is absent for other payment methods.',
  OpenBankingSessionToken: 'The token with which a page opens the bank selection of an open banking payment.',
  PixAccountBankTransfer: 'A bank account in Brazil by bank, branch and number, to which money is sent by Pix.',
  PixAutomaticoPushAdditionalData: 'The account of a Pix Automático payment as answers show it.',
  PixBankTransfer: 'A receiver of money in Brazil: by Pix key, by bank account, or by the text of a Pix code.',
  PixBankTransferAdditionalData: 'What answers show of a Pix payment; keys and tax numbers are masked.',
  PixEmvBankTransfer: 'A receiver of money in Brazil by the text of a Pix code, as a QR code has it.',
  PixKeyBankTransfer: 'A receiver of money in Brazil by a Pix key.',
  ReceiverDetails: 'The sums of a bank transfer in minor units: charged, received, and still missing.',
  SepaAndBacsBillingDetails: 'The name and e-mail address of the customer, which SEPA and Bacs transfers require.',
  SepaBankDebitAdditionalData: 'The account of a SEPA debit as answers show it, with a masked IBAN.',
  SepaBankTransfer: 'A bank account of the euro area by IBAN and BIC, to which money is sent by SEPA.',
  SepaBankTransferInstructions:
    'The account to which the customer sends a SEPA transfer, with the reference that assigns the money to this payment.',
  SepaBankTransferPaymentAdditionalData: 'Who sent a SEPA transfer, as the processor reported it, with a masked IBAN.',
  TrustlyBankTransfer:
    "A bank account to which money is sent by Trustly: by IBAN, or by the bank's and the account's numbers.",
  TrustlyBankTransferData:
    "A bank account for a payout by Trustly: by IBAN, or by the bank's and the account's numbers.",
};
