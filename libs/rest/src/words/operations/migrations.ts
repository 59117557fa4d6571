import type { OperationWords } from './operation-words';

const withoutService = 'Without a token service of the operator it is refused with 501.';

/** Payment methods that another system has saved. */
export const migrations: OperationWords = {
  'Migrate a Payment Method': {
    summary: 'Migrate a payment method',
    description:
      'Stores a payment method that another system saved for a customer. It needs a whole card number, or the reference of a processor in `connector_mandate_details`. The customer must exist. The same request again stores nothing twice.',
  },
  'Migrate Payment Methods from a file': {
    summary: 'Migrate payment methods from a file',
    description:
      'Stores the payment methods of a CSV file, and creates the customers that do not exist yet. The answer has a result for each row, in the order of the file. A refused row stops no other. The same file again stores nothing twice.',
  },
  'Update Payment Methods from a file': {
    summary: 'Update payment methods from a file',
    description:
      'Changes saved payment methods by a CSV file: the status, the expiry of the card, the id at the card network, or the reference of a processor. The answer has a result for each row. Empty cells change nothing.',
  },
  'Create a network token of a card': {
    summary: 'Create a network token',
    description: `Saves a card for a customer, who is created where there is none, and has the card network make a token of it. A card of which the network makes no token stays saved, and the answer says why. The same request again finds the same card and the same token. ${withoutService}`,
  },
  'Create network tokens of the cards of a file': {
    summary: 'Create network tokens from a file',
    description: `Does the same for each row of a CSV file. A row with a \`payment_method_id\` is about a saved card. The answer has a result for each row, in the order of the file. A refused row stops no other. ${withoutService}`,
  },
  'Create a network token of a saved card': {
    summary: 'Create a network token of a saved card',
    description: `Has the card network make a token of a card that the customer saved before. The customer must be the one of the payment method. ${withoutService}`,
  },
};
