import type { Refusal } from '@payorch/contracts';

interface PaymentReply {
  readonly payment_id: string;
  readonly metadata: unknown;
  readonly status: string;
  readonly feature_metadata: unknown;
}

/** Of the payment that its owner answers, what the wire tells of its metadata. */
export function metadataResponse(reply: Buffer | Refusal): Buffer | Refusal {
  if (!Buffer.isBuffer(reply)) return reply;
  const { payment_id, metadata, status, feature_metadata } = JSON.parse(reply.toString()) as PaymentReply;
  return Buffer.from(JSON.stringify({ payment_id, metadata, status, feature_metadata }));
}
