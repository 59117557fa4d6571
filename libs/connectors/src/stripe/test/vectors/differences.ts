/** Where we differ from the vectors on purpose: which fields, and why. */
export const differences = {
  lowerCase: { fields: /^currency$/, why: 'Stripe writes and documents currencies in lower case' },
  found: { fields: /^metadata\[operation_id\]$/, why: 'a payment whose id was never heard must be found by ours' },
  madeFirst: {
    fields: /^payment_method(_data\[.*)?$/,
    why: 'a card goes by v1/payment_methods: the published interface takes none within a payment',
  },
  named: {
    fields: /^payment_method_types\[0\]$/,
    why: 'the type is always named: what is left open follows the settings of the account',
  },
  holder: {
    fields: /^(payment_method_data\[)?billing_details\]?\[name\]$/,
    why: 'who holds the card or account is named',
  },
  consent: { fields: /^mandate_data\[/, why: 'a debit that our side confirms needs the consent of the customer' },
  accountKind: { fields: /\[account_(holder_)?type\]$/, why: 'the kind of account comes along where it is known' },
  askedWhen: {
    fields: /^payment_method_options\[card\]\[request_three_d_secure\]$/,
    why: 'a card of the customer who is present may be asked for, however it was given',
  },
  payersBalance: {
    fields: /^customer$/,
    why: 'money is sent to the balance of a customer, whom Stripe therefore wants',
  },
  kept: { fields: /^customer$/, why: 'a method that is to be used again belongs to a customer' },
  ownName: { fields: /^pk_token_instrument_name$/, why: 'the name of the instrument is what the wallet displays' },
  wholeAddress: {
    fields: /^shipping\[/,
    why: 'Stripe takes no shipping address without a name, which the vector lacks',
  },
  captured: { fields: /^metadata\[capture_id\]$/, why: 'the payment must tell by which operation it was captured' },
  raised: { fields: /^metadata\[increment_id\]$/, why: 'the payment must tell by which operation it was raised' },
  told: { fields: /^description$/, why: 'the reason of a raise goes along' },
  ownReason: { fields: /^metadata\[reason\]$/, why: 'a reason that Stripe does not know is kept as a note' },
  noMarker: { fields: /^metadata\[is_refund_id_as_reference\]$/, why: 'a marker for its own webhooks' },
  ourIds: { fields: /^metadata\[order_id\]$/, why: 'every payment carries its attempt, which the vector leaves empty' },
  ourCustomer: {
    fields: /^(phone|metadata\[customer_id\])$/,
    why: 'the customer is told with all that is known of them',
  },
} as const satisfies Record<string, { fields: RegExp; why: string }>;
export type Difference = keyof typeof differences;
