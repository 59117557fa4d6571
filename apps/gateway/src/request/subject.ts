import type { Refusal, RefusalCode } from '@payorch/contracts';
import { metrics } from '@payorch/platform/telemetry';

/** The ids and the refusal in a request's log line. */
export interface Subject {
  payment_id?: string;
  refund_id?: string;
  mandate_id?: string;
  relay_id?: string;
  payout_id?: string;
  authentication_id?: string;
  dispute_id?: string;
  /** For which the request acts. */
  merchant_id?: string;
  /** The platform that acts for the merchant. */
  initiator_merchant_id?: string;
  /** The internal code of the refusal; several share one code in the interface. */
  refusal?: RefusalCode;
}

const subjects = new WeakMap<object, Subject>();

/** Adds to the log line of a request. */
export function noteSubject(request: object, subject: Subject): void {
  subjects.set(request, { ...subjects.get(request), ...subject });
}

/** Adds the refusal to the log line and counts it. */
export function noteRefusal(request: object, { code }: Pick<Refusal, 'code'>): void {
  noteSubject(request, { refusal: code });
  metrics.countRefusal(code);
}

/** The recorded subject together with the ids in the request's path. */
export function subjectOf(request: { readonly params?: unknown }): Subject {
  const { payment_id, refund_id, mandate_id, relay_id, payout_id, authentication_id, dispute_id, merchant_id } =
    (request.params ?? {}) as Subject;
  return {
    ...(merchant_id !== undefined && { merchant_id }),
    ...(payment_id !== undefined && { payment_id }),
    ...(refund_id !== undefined && { refund_id }),
    ...(mandate_id !== undefined && { mandate_id }),
    ...(relay_id !== undefined && { relay_id }),
    ...(payout_id !== undefined && { payout_id }),
    ...(authentication_id !== undefined && { authentication_id }),
    ...(dispute_id !== undefined && { dispute_id }),
    ...subjects.get(request),
  };
}
