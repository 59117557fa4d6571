import type { FieldWords } from './field-words';

/** Fields of relays and of rates between currencies. */
export const relayFields: FieldWords = {
  relay_id: 'The id of the relay.',
  'X-Profile-Id': 'The id of the profile to which the connector account belongs.',
  'X-Idempotency-Key': 'A key for this request. The same request again under this key gets the same relay.',
  connector_resource_id:
    'The id of the payment at the processor; for a refund without a payment a text of your own. It has letters, digits and `_.:=+@~-` only.',
  connector_id: 'The id of the connector account.',
  refund: 'The refund to relay.',
  capture: 'The capture to relay.',
  incremental_authorization: 'The increase of the authorized amount to relay.',
  void: 'The void to relay.',
  unreferenced_refund: 'The refund without a payment.',
  authorized_amount: 'The authorized amount at the processor.',
  additional_amount: 'The part of the total by which the authorized amount grows.',
  recipient_payment_method_data: 'The card that receives the money.',
  to_currency: 'The currency of the converted amount, as three letters of ISO 4217.',
  from_currency: 'The currency of the sent amount, as three letters of ISO 4217.',
  base_currency: 'The currency to which the rates refer.',
  conversion: 'The rates of each other currency, by its three letters.',
  to_factor: 'How many units of this currency one unit of the base currency buys, as decimal text.',
  from_factor: 'How many units of the base currency one unit of this currency buys, as decimal text.',
  timestamp: 'When the rates were quoted, in seconds since 1970.',
  converted_amount: 'The converted amount, as text in the main unit of the currency.',
};
