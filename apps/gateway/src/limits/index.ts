export { addressKey } from './address-key';
export { type AttemptOutcome, CardTestingGuard, type OutcomeOf } from './card-testing-guard';
export { type CardAttempt, type CardTestingConfig, isGuarding } from './card-testing-rules';
export { ConcurrencyLimiter } from './concurrency-limiter';
export { LimitsModule } from './limits.module';
export { Limits, tooMany } from './limits';
