import type { SchemaWords } from './schema-words';

/** What a client SDK of a browser or a phone reads before it shows a payment. */
export const clientSdkSchemas: SchemaWords = {
  SdkClientResponse:
    'Everything that a client SDK needs to show one payment: what is paid, how it can be paid, and what to do next.',
  SdkClientPaymentMethod:
    'One type of payment method with which the payment can be paid now; card networks or banks only where it has them.',
  SdkSavedPaymentMethod:
    "A saved payment method of the payment's customer, with a token that pays once. Guests have none.",
  SdkSavedPaymentMethodData:
    'The data of a saved payment method that may be shown: a card, a wallet or a bank account.',
  SdkSavedWallet: 'What Apple Pay or Google Pay said of the card: its last four digits, network and kind.',
  SdkAchBankDebit: 'A saved American bank account: the last four digits of its numbers, its holder and its kind.',
  SdkConfigResponse:
    'How a client SDK builds its forms: methods with the connectors that take them, and settings of the profile.',
  SdkConfigContext: 'The merchant, the profile and the connectors for which the configuration was made.',
  SdkConfigMethod: 'A payment method with its types.',
  SdkConfigMethodType: 'A type of payment method, and which connectors take it by which criterion.',
  SdkCriteriaRule: 'One value of a criterion, such as a card network, and the connectors that take it.',
  SdkRawConfigs:
    'Rules for required fields that an SDK resolves by itself. Where they are empty, the fields of the method suffice.',
  SdkAccountConfig: 'The settings of the account that concern a client SDK.',
  SdkProfileConfig: 'Which addresses wallets are asked for, and whether the SDK stores payment methods as tokens.',
};
