/** What the log line of a request is about, as far as it is known by then. */
export interface Subject {
  payment_id?: string;
  refund_id?: string;
  merchant_id?: string;
}

const subjects = new WeakMap<object, Subject>();

/** Whoever learns what a request is about says so, for the line that is logged at its end. */
export function noteSubject(request: object, subject: Subject): void {
  subjects.set(request, { ...subjects.get(request), ...subject });
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
