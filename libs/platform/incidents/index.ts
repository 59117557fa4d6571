export { IncidentResolutionRow } from './incident-resolution.rows';
export { resolveIncident } from './resolve-incident';
export { historyOf, type IncidentColumns, timesOf } from './shown-incident';
