import type { OperationWords } from './operation-words';

/** The payment methods of a checkout, and saved ones. */
export const paymentMethods: OperationWords = {
  'List all Payment Methods for a Merchant': {
    summary: 'List payment methods of a checkout',
    description:
      'Returns the payment methods that a customer can choose, with the fields that each one requires. With a `client_secret` the list fits the amount, currency and country of that payment.',
  },
  'List all Payment Methods for a Merchant under their own path': {
    summary: 'List payment methods, second path',
    description:
      'Returns the same list as `GET /account/payment_methods`. With a `client_secret` the list fits the amount, currency and country of that payment.',
  },
  'List the Payment Methods of a Payment for its client': {
    summary: 'Retrieve a payment for a client SDK',
    description:
      'Returns what a client SDK draws a checkout from: the payment, the payment method types that it can be paid with, and the saved payment methods of its customer. The browser sends the publishable key and the `client_secret`, or the `sdk_authorization` of the payment as the `Authorization` header.',
  },
  'Retrieve the settings of a client SDK': {
    summary: 'Retrieve the settings of a client SDK',
    description:
      'Returns the settings of the profile of the payment, and the connectors that take each payment method type. The browser sends the publishable key and the `client_secret`, or the `sdk_authorization` of the payment as the `Authorization` header.',
  },
  'List the currencies and countries of a Payment Method Type': {
    summary: 'List currencies and countries of a payment method type',
    description:
      'Returns the currencies and countries in which a connector supports a payment method type. Use it to fill the settings of a connector account.',
  },
  'Create a Payment Method': {
    summary: 'Create a payment method',
    description:
      'Saves a payment method of a customer without a payment. Without payment method data it only makes an entry with a `client_secret`, to which a browser adds the data.',
  },
  'Create a Payment Method Collect Link': {
    summary: 'Create a link to save a payment method',
    description:
      'Makes a link to a page where a customer saves one payment method, a card or a bank account. The link works once, and until `expiry`. Send `link` to the customer; everyone who has it can save a payment method for this customer.',
  },
  'Retrieve a Payment method': {
    summary: 'Retrieve a saved payment method',
    description: 'Returns a saved payment method. Card numbers are shown by their last digits only.',
  },
  'Delete a Payment method': {
    summary: 'Delete a saved payment method',
    description:
      'Deletes a saved payment method and its sealed data. The default payment method of a customer cannot be deleted while others remain.',
  },
  'Update a Payment method': {
    summary: 'Update a saved payment method',
    description:
      'Changes a saved card: holder name, nick name, expiry. The number cannot change. A browser sends the `client_secret` of the payment method.',
  },
  'Save the data of a Payment method': {
    summary: 'Add the data of a payment method',
    description:
      'Adds the card or bank data to a payment method that was created without any. A browser sends the `client_secret` of the payment method.',
  },
  'List Customer Payment Methods via Client Secret': {
    summary: 'List saved payment methods of the customer of a payment',
    description:
      'Returns the saved payment methods of the customer whose payment the `client_secret` names. Each entry has a `payment_token`, which a confirmation may send in place of card data.',
  },
  'List all Payment Methods for a Customer': {
    summary: 'List saved payment methods of a customer',
    description:
      'Returns the saved payment methods of one customer. Each entry has a `payment_token`, which a payment may send in place of card data.',
  },
  'Set the Payment Method as Default': {
    summary: 'Set the default payment method',
    description: 'Makes a saved payment method the default of its customer. The earlier default stays saved.',
  },
};
