import type { Authenticated } from './authenticate';

const callers = new WeakMap<object, Authenticated>();

export const rememberCaller = (request: object, caller: Authenticated): void => void callers.set(request, caller);
/** Who sent the request, once the guard has found out. */
export const callerOf = (request: object): Authenticated | undefined => callers.get(request);
