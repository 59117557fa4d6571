import type { SchemaWords } from './schema-words';

/** Customers, payment methods and mandates. */
export const customersSchemas: SchemaWords = {
  Address: 'A postal address with phone number and e-mail address.',
  AddressDetails: 'A postal address with the name of the person there. Countries are two letters of ISO 3166.',
  CustomerDefaultPaymentMethodResponse: "The payment method that is now the customer's default.",
  CustomerDeleteResponse:
    'Says what was erased: the customer, the addresses and the payment methods. Payments stay, without personal data.',
  CustomerListWithCountResponse: 'A page of customers with the number of all that match.',
  CustomerPaymentMethod:
    'A saved payment method as a checkout shows it, with a token that pays once within its lifetime.',
  CustomerPaymentMethodsListResponse:
    'The saved payment methods of a customer, the last used one first. A guest has none.',
  CustomerRequest: 'A new customer. Without an id one is made.',
  CustomerResponse: 'A customer with the default address and payment method.',
  CustomerUpdateRequest: 'A change of a customer. Fields that are left out stay as they are.',
  EnabledPaymentMethod: 'A payment method that a hosted page offers, with its types.',
  EphemeralKeyCreateRequest: 'The customer for whom an ephemeral key is made.',
  MandateCardDetails: 'The card behind a mandate: last digits, expiry, and what is known about its issuer.',
  MandateResponse: "A mandate: its status, its payment method and the customer's consent.",
  MandateRevokedResponse: "The mandate after it was revoked, with the processor's error if there was one.",
  MandateStatus: 'The status of a mandate. Only an active one pays; a revoked one stays revoked.',
  MigrateCardDetail: 'A card that is moved here from another system.',
  PaymentMethodCollectLinkRequest:
    'A page on which a customer saves a payment method without a payment: for whom, for how many seconds, and how it looks.',
  PaymentMethodCollectLinkResponse: 'The page on which the customer saves a payment method, and when it expires.',
  PaymentMethodCreate: 'A payment method to store for a customer, with its data or to be completed by a client.',
  PaymentMethodCreateData:
    'The data of a payment method to store: a card, a bank account or a decrypted wallet. Exactly one key is present.',
  PaymentMethodDeleteResponse: 'Says that the payment method is deleted. It can no longer pay.',
  PaymentMethodIssuerCode: 'A short code of the bank or provider behind a payment method.',
  PaymentMethodMigrate:
    'A payment method that is moved here from another system, with the references of mandates at processors.',
  PaymentMethodMigrateResponse: 'The stored payment method, and which parts of it were moved.',
  PaymentMethodMigrationResponse: 'The outcome of one line of a file of payment methods that are moved here.',
  PaymentMethodResponse: 'A stored payment method. Card numbers are shown by their last digits.',
  PaymentMethodStatus:
    'Whether a stored payment method can pay. `awaiting_data` means that the client has not sent its data yet; `redacted` that its data is erased.',
  PaymentMethodUpdate: 'New details for a stored payment method, such as another expiry; the number cannot be changed.',
  PaymentMethodUpdateRecordResponse: 'The outcome of one line of a file of changes to payment methods.',
  PaymentsMandateReferenceRecord:
    'The reference of a mandate at one connector account, with the amount that was authorized first, in minor units.',
  PhoneDetails: 'A phone number and its country code.',
};
