export { ClientSecrets, paymentOfSecret } from './client-secrets';
export { type OutcomeLookup, OwnerClient } from './owner-client';
export type { OwnerReply } from './owner-reply';
export { OwnersModule } from './owners.module';
export { isPaymentId } from './payment-id';
export { paymentQuery } from './payment-query';
export { ReplySlot } from './persistence/reply-slot';
export { type ScopedSender, scopeOf } from './scope';
export { messageCallerOf, type RequestContext, requestContextOf } from './sender-context';
