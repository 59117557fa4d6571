import type { Refusal } from '@payorch/contracts';

interface PaymentReply {
  readonly payment_id: string;
  readonly metadata: unknown;
  readonly status: string;
  readonly feature_metadata: unknown;
}

/** The metadata response, cut from the payment that the owner returned. */
export function metadataResponse(reply: Buffer | Refusal): Buffer | Refusal {
  if (!Buffer.isBuffer(reply)) return reply;
  const { payment_id, metadata, status, feature_metadata } = JSON.parse(reply.toString()) as PaymentReply;
  return Buffer.from(JSON.stringify({ payment_id, metadata, status, feature_metadata }));
}
