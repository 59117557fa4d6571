export { DisputeChecks } from './dispute-checks';
export { DisputeChecksModule } from './dispute-checks.module';
export { disputeOf, type DisputeRef } from './dispute-of';
