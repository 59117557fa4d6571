import type { Refusal, RefusalCode } from '@payorch/contracts';
import { metrics } from '@payorch/platform/telemetry';

/** What the log line of a request is about, as far as it is known by then. */
export interface Subject {
  payment_id?: string;
  refund_id?: string;
  merchant_id?: string;
  /** Our own code of the refusal that answered it: several have one code on the wire. */
  refusal?: RefusalCode;
}

const subjects = new WeakMap<object, Subject>();

/** Whoever learns what a request is about says so, for the line that is logged at its end. */
export function noteSubject(request: object, subject: Subject): void {
  subjects.set(request, { ...subjects.get(request), ...subject });
}

/** By which refusal a request is answered: a fact of its log line, and counted. */
export function noteRefusal(request: object, { code }: Pick<Refusal, 'code'>): void {
  noteSubject(request, { refusal: code });
  metrics.countRefusal(code);
}

/** What was noted, and what the path of the request names. */
export function subjectOf(request: { readonly params?: unknown }): Subject {
  const { payment_id, refund_id, merchant_id } = (request.params ?? {}) as Subject;
  return {
    ...(merchant_id !== undefined && { merchant_id }),
    ...(payment_id !== undefined && { payment_id }),
    ...(refund_id !== undefined && { refund_id }),
    ...subjects.get(request),
  };
}
