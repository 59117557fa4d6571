/** Intended differences from the vectors: the fields and the reason. */
export const differences = {
  lowerCase: { fields: /^currency$/, why: 'Stripe writes and documents currencies in lower case' },
  found: {
    fields: /^metadata\[operation_id\]$/,
    why: 'a payment whose id at Stripe is unknown must be found by our operation id',
  },
  madeFirst: {
    fields: /^payment_method(_data\[.*)?$/,
    why: 'a card goes by v1/payment_methods: the published interface takes none within a payment',
  },
  named: {
    fields: /^payment_method_types\[0\]$/,
    why: 'the type is always named: without it the settings of the account apply',
  },
  holder: {
    fields: /^(payment_method_data\[)?billing_details\]?\[name\]$/,
    why: 'the holder of the card or account is named',
  },
  consent: { fields: /^mandate_data\[/, why: 'a debit that our side confirms needs the consent of the customer' },
  accountKind: { fields: /\[account_(holder_)?type\]$/, why: 'the kind of account comes along where it is known' },
  threeDsRequested: {
    fields: /^payment_method_options\[card\]\[request_three_d_secure\]$/,
    why: '3-D Secure may be requested for a card of a present customer, whatever its form',
  },
  payersBalance: {
    fields: /^customer$/,
    why: 'money is sent to the balance of a customer, whom Stripe therefore requires',
  },
  savedCustomer: { fields: /^customer$/, why: 'a saved payment method belongs to a customer' },
  ownName: { fields: /^pk_token_instrument_name$/, why: 'the name of the instrument is what the wallet displays' },
  wholeAddress: {
    fields: /^shipping\[/,
    why: 'Stripe takes no shipping address without a name, which the vector lacks',
  },
  captureMarker: {
    fields: /^metadata\[capture_id\]$/,
    why: 'the metadata names the operation that captured the payment',
  },
  incrementMarker: {
    fields: /^metadata\[increment_id\]$/,
    why: 'the metadata names the operation that incremented the payment',
  },
  incrementReason: { fields: /^description$/, why: 'the reason of an increment is sent' },
  ownReason: { fields: /^metadata\[reason\]$/, why: 'a reason that Stripe does not know is sent in the metadata' },
  noMarker: { fields: /^metadata\[is_refund_id_as_reference\]$/, why: 'a marker for its own webhooks' },
  ourIds: { fields: /^metadata\[order_id\]$/, why: 'every payment names its attempt, which the vector leaves empty' },
  ourCustomer: {
    fields: /^(phone|metadata\[customer_id\])$/,
    why: 'all known data of the customer is sent',
  },
} as const satisfies Record<string, { fields: RegExp; why: string }>;
export type Difference = keyof typeof differences;
