import type { OperationWords } from './operation-words';

/** Customers, their saved payment methods, and their mandates. */
export const customers: OperationWords = {
  'Create a Customer': {
    summary: 'Create a customer',
    description:
      'Stores a customer. The merchant may choose the `customer_id`; otherwise the service makes one. Payments name the customer by this id.',
  },
  'Retrieve a Customer': {
    summary: 'Retrieve a customer',
    description: 'Returns a customer. An ephemeral key opens the customer for which it was made, and no other.',
  },
  'Update a Customer': {
    summary: 'Update a customer',
    description: 'Changes a customer. Fields that the body leaves out stay as they are.',
  },
  'Delete a Customer': {
    summary: 'Delete a customer',
    description:
      'Erases the personal data of a customer and deletes the saved payment methods. A customer with an active mandate cannot be deleted. Payments stay, without the personal data.',
  },
  'List all Customers for a Merchant': {
    summary: 'List customers',
    description: 'Returns the customers of the merchant, newest first. `limit` and `offset` select the page.',
  },
  'List all Customers for a Merchant with their count': {
    summary: 'List customers with the count',
    description:
      'Returns a page of customers and the number of all customers that match the query. `limit` and `offset` select the page.',
  },
  'Create an Ephemeral Key': {
    summary: 'Create an ephemeral key',
    description:
      'Creates a key for the app of one customer. It opens this customer and the saved payment methods for one hour, and nothing else.',
  },
  'Delete an Ephemeral Key': {
    summary: 'Delete an ephemeral key',
    description: 'Ends an ephemeral key before its time.',
  },
  'List Mandates': {
    summary: 'List mandates',
    description:
      'Returns the mandates of the merchant. The query limits the list by status, connector and time of creation.',
  },
  'Retrieve a Mandate': {
    summary: 'Retrieve a mandate',
    description: 'Returns a mandate with its status, its payment method and the acceptance of the customer.',
  },
  'Revoke a Mandate': {
    summary: 'Revoke a mandate',
    description:
      'Ends a mandate, at the processor too if the processor has one. Later charges with it are refused. A mandate that is not active is refused.',
  },
  'List Mandates for a Customer': {
    summary: 'List mandates of a customer',
    description: 'Returns all mandates of one customer.',
  },
};
