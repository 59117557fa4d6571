export { ReconciliationIncidentRow, ReconciliationRow } from './persistence/reconciliation.rows';
export { IncidentResolutionRow } from '@payorch/platform/incidents';
export { ReconciliationIncidents } from './reconciliation-incidents';
export { ReconciliationModule } from './reconciliation.module';
