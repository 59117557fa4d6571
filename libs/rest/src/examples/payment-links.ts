import type { Example } from './example';

/** Payment links of the demo merchant. */
export const paymentLinkExamples: readonly Example[] = [
  {
    operation: 'Create a Payment',
    variant: 'with a link',
    body: {
      amount: 6540,
      currency: 'USD',
      payment_link: true,
      description: 'Order 1004',
      return_url: 'https://shop.example/return',
    },
  },
  {
    operation: 'Retrieve a Payment Link',
    path: { payment_link_id: '{{Create a Payment/with a link.payment_link.payment_link_id}}' },
  },
  { operation: 'List Payment Links', body: { limit: 1 } },
  { operation: 'Register a Payment Link Domain', body: { domain: 'pay.shop.example' } },
  { operation: 'List Payment Link Domains' },
  {
    operation: 'Retrieve a Payment Link Domain',
    path: { domain: '{{Register a Payment Link Domain.domain}}' },
  },
  {
    operation: 'Verify a Payment Link Domain',
    path: { domain: '{{Register a Payment Link Domain.domain}}' },
  },
  {
    operation: 'Delete a Payment Link Domain',
    path: { domain: '{{Register a Payment Link Domain.domain}}' },
  },
];
