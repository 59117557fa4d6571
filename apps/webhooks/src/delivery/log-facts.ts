import type { Delivery } from './delivery';

interface Told {
  readonly content?: { readonly object?: { readonly payment_id?: unknown; readonly refund_id?: unknown } };
}

/** What a log line about a delivery says: whose event it is, which request set it off, and which payment or refund it is about. */
export function deliveryFactsOf({ merchantId, eventId, requestId, body }: Delivery): Record<string, unknown> {
  const { payment_id, refund_id } = objectIn(body);
  return {
    ...{ merchant_id: merchantId, event_id: eventId },
    ...(requestId !== null && { request_id: requestId }),
    ...(payment_id !== undefined && { payment_id }),
    ...(refund_id !== undefined && { refund_id }),
  };
}

function objectIn(body: Buffer): { payment_id?: unknown; refund_id?: unknown } {
  try {
    return (JSON.parse(body.toString()) as Told).content?.object ?? {};
  } catch {
    return {};
  }
}
