import { noteSubject } from '../../request';
import type { Authenticated } from '../authenticate';

const callers = new WeakMap<object, Authenticated>();

export function attachCaller(request: object, caller: Authenticated): void {
  callers.set(request, caller);
  if (caller.kind === 'admin') return;
  const { merchantId, initiatorId } = caller;
  noteSubject(request, { merchant_id: merchantId, ...(initiatorId && { initiator_merchant_id: initiatorId }) });
}
/** The caller of the request, after the guard has authenticated it. */
export const callerOf = (request: object): Authenticated | undefined => callers.get(request);
