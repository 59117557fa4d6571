/** What follows when a payment is confirmed with a payment method of this kind. */
export type Flow =
  /** The issuer answers at once. */
  | 'card'
  /** The customer authorizes on a page; the payment succeeds at once. */
  | 'page'
  /** The customer authorizes on a page; the payment settles later. */
  | 'page_then_later'
  /** Debited from an account: the outcome is known later. */
  | 'debit'
  /** The customer authorizes in an app; the outcome comes later. */
  | 'app'
  /** The customer pays in later. */
  | 'voucher'
  | 'bank_transfer';
