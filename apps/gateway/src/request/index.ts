export { attachClaim, type ChangeOnce, Claim, claimOf, type KeyPlace } from './claim';
export { newIdFor, payoutIdFor, type RequestTrace, Trace, traceOf } from './request-trace';
export { noteRefusal, noteSubject, subjectOf } from './subject';
