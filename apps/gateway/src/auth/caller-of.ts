import { noteSubject } from '../edge';
import type { Authenticated } from './authenticate';

const callers = new WeakMap<object, Authenticated>();

export function attachCaller(request: object, caller: Authenticated): void {
  callers.set(request, caller);
  if (caller.kind !== 'admin') noteSubject(request, { merchant_id: caller.merchantId });
}
/** Who sent the request, once the guard has found out. */
export const callerOf = (request: object): Authenticated | undefined => callers.get(request);
