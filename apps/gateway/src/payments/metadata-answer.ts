import type { Refusal } from '@payorch/contracts';

interface Shown {
  readonly payment_id: string;
  readonly metadata: unknown;
  readonly status: string;
  readonly feature_metadata: unknown;
}

/** Of the payment that its owner answers, what the wire tells of its metadata. */
export function metadataAnswer(answer: Buffer | Refusal): Buffer | Refusal {
  if (!Buffer.isBuffer(answer)) return answer;
  const { payment_id, metadata, status, feature_metadata } = JSON.parse(answer.toString()) as Shown;
  return Buffer.from(JSON.stringify({ payment_id, metadata, status, feature_metadata }));
}
