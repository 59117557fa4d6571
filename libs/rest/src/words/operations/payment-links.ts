import type { OperationWords } from './operation-words';

/** Payment links. */
export const paymentLinks: OperationWords = {
  'Retrieve a Payment Link': {
    summary: 'Retrieve a payment link',
    description:
      'Returns the link of a payment that was created with `payment_link: true`: the address of its page, the amount and whether it is still active. A browser sends the publishable key with the `client_secret`.',
  },
  'List Payment Links': {
    summary: 'List payment links',
    description:
      'Returns the payment links of the merchant, at most 1000 in one answer. `limit` and `offset` select the page; the other fields select the time of creation.',
  },
};
