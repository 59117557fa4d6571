import type { SchemaWords } from './schema-words';

/** Refunds and relays. */
export const refundsSchemas: SchemaWords = {
  RefundManualUpdateRequest:
    'The outcome that an operator found out at the processor for a refund that did not end by itself.',
  RefundManualUpdateStatus: 'The outcome that an operator declares for a refund.',
  RefundRequest:
    'A refund of a payment: the amount in minor units, or all that is left. The payment must have been captured.',
  RefundResponse: "A refund: its amount in minor units, its status, and the processor's error if it failed.",
  RefundStatus: 'The status of a refund. `review` means that a person has to decide.',
  RefundSyncRequest: 'The refund to read, and whether the processor is asked for its state before the answer.',
  RefundType: 'Whether a refund is sent at once (`instant`) or later in a batch (`scheduled`).',
  RefundUpdateRequest: 'A change of the reason or the metadata of a refund.',
  RelayCaptureRequestData: 'A capture at the processor of a payment that was not made here, in minor units.',
  RelayData: 'What is done at the processor. Exactly one key is present, and it is the `type` of the relay.',
  RelayError: "The processor's error: its code and message.",
  RelayIncrementalAuthorizationRequestData:
    'The new authorized amount at the processor of a payment that was not made here, in minor units.',
  RelayRefundRequestData: 'A refund at the processor of a payment that was not made here, in minor units.',
  RelayRequest: "An operation at a processor on something that was not made here, named by the processor's id.",
  RelayResponse: 'A relayed operation and its outcome.',
  RelayStatus: 'The outcome of a relayed operation. `pending` means that it is not known yet.',
  RelayType: 'The operation that is relayed.',
  RelayUnreferencedRefundData: 'Money that is paid to a card without a payment, in minor units.',
  RelayVoidRequestData: 'The cancellation at the processor of an authorization that was not made here.',
  SplitRefund: 'How a refund is split between accounts. The only key names the connector.',
  StripeSplitRefundRequest: "Whether a refund at Stripe also returns the platform's fee and the transfer.",
};
