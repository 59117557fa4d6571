export { IncidentResolutionRow } from './incident-resolution.rows';
export { incidentTables } from './incident-tables';
export { resolveIncident } from './resolve-incident';
export { historyOf, type IncidentColumns, timesOf } from './shown-incident';
