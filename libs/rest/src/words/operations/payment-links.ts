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
  'Register a Payment Link Domain': {
    summary: 'Register a domain of payment links',
    description:
      'Registers a domain under which the payment pages of the merchant answer once it is proven. The answer has two proofs, of which one suffices: a TXT record, and a file under `/.well-known/`. With `profile_id`, or the header `X-Profile-Id`, the domain serves the links of this profile only.',
  },
  'List Payment Link Domains': {
    summary: 'List the domains of payment links',
    description: 'Returns the domains of the merchant, the oldest first; with `X-Profile-Id` those of this profile.',
  },
  'Retrieve a Payment Link Domain': {
    summary: 'Retrieve a domain of payment links',
    description: 'Returns a domain, its status and its proofs.',
  },
  'Verify a Payment Link Domain': {
    summary: 'Verify a domain of payment links',
    description:
      'Looks for both proofs now and says what was found. With one of them the domain is verified. A domain that another merchant has verified is refused. Leave the proof in place: a verified domain is checked again every day, and lapses after three failed checks in a row.',
  },
  'Delete a Payment Link Domain': {
    summary: 'Delete a domain of payment links',
    description: 'Deletes a domain: no page answers under it any more, and another merchant can prove it.',
  },
};
