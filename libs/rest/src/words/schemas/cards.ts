import type { SchemaWords } from './schema-words';

/** Cards and network tokens. */
export const cardsSchemas: SchemaWords = {
  Card: 'A card that pays: number, expiry, holder and security code. The number and the code are encrypted as they arrive and never returned.',
  CardBlockingConfig:
    'The cards that a profile refuses: by issuing country, kind, subtype or issuer, and whether an unknown card is refused, too.',
  CardDetail: 'A card to store. The security code is not stored.',
  CardDetailFromLocker:
    'A stored card as answers show it: last four digits, expiry, holder and what is known about its issuer.',
  CardDetailUpdate:
    'The parts of a stored card that may change: expiry, holder and the name that the customer gave it.',
  CardDiscovery: 'How the card reached the payment: entered by hand, chosen among saved cards, or by Click to Pay.',
  CardNetwork: 'The card network. Names are written as the networks write them.',
  CardNetworkTokenizeRequest: 'A card, or a stored payment method, for which a network token is to be made.',
  CardNetworkTokenizeResponse:
    'Whether the network token was made, and the payment method that has it; otherwise the error.',
  CardResponse:
    'The card of a payment as answers show it: the first and last digits, the expiry, and what the processor checked.',
  CardSubtype: 'The product of a card, as the table of card numbers names it.',
  CardToken: "What the customer adds when a stored card pays: the holder's name and the security code.",
  CardTokenAdditionalData: "The holder's name that the customer added when a stored card paid.",
  CardTokenResponse: 'What answers show of a payment by a stored card. It is absent for other payment methods.',
  CardType: 'Whether a card is a credit or a debit card. Both spellings are accepted.',
  CardWithLimitedData: 'A card without a security code, for charges that the networks allow without one.',
  EligibilityCard:
    'A card, or as much of it as the customer has entered so far. Only the number is needed to find out whether it may pay.',
  EligibilityPaymentMethodData:
    'The payment method of a question whether it may pay. Exactly one key is present, and it names the payment method.',
  EligibilityPaymentMethodDataRequest:
    'The payment method of a question whether it may pay, with its billing address. `reward` is sent as a word.',
  ExtendedCardInfoConfig:
    "The merchant's public key with which the card of a payment is encrypted for it, and for how many seconds the result can be read.",
  ExtendedCardInfoResponse: "The card of a payment, encrypted with the merchant's public key.",
  NetworkTokenData: 'A network token that pays in place of a card number, with its cryptogram for this one payment.',
  NetworkTokenResponse: 'The network token of a payment as answers show it: last digits, network and issuer.',
  NetworkTransactionIdAndCardDetails:
    'A card with the id of the transaction in which the customer agreed to later charges.',
  NetworkTransactionIdAndDecryptedWalletTokenDetails:
    'A decrypted wallet token with the id of the transaction in which the customer agreed to later charges.',
  NetworkTransactionIdAndNetworkTokenDetails:
    'A network token with the id of the transaction in which the customer agreed to later charges.',
  ProxyCardData:
    'A card whose fields are references to an external vault; the vault replaces them on the way to the processor.',
  RecipientCardData: 'The card that receives money in a refund without a payment.',
  RecipientPaymentMethodData: 'What receives money in a refund without a payment: a card.',
  TokenizeCardRequest: 'A card for which a network token is to be made, with what is known about its issuer.',
  TokenizePaymentMethodRequest: 'The security code of a stored card for which a network token is to be made.',
  TokenizedData: 'The card, or the stored payment method, for which the network token was made. Its number is masked.',
  VaultCardToken:
    "What the customer adds when a card of an external vault pays: the holder's name and the security code.",
};
