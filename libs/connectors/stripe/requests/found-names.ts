/** The names of the preliminaries and of their results. */
export const foundNames = {
  customer: 'customer',
  owner: 'owner',
  token: 'token',
  paymentMethod: 'payment_method',
} as const;
