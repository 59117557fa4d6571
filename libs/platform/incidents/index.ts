export { IncidentColumnsRow } from './incident.rows';
export { incidentsOf } from './incidents-of';
export { incidentWrites, type OpenedIncident } from './incident-writes';
export { IncidentResolutionRow } from './incident-resolution.rows';
export { resolveEnded, resolveIncident } from './resolve-incident';
export { historyOf, type IncidentColumns, timesOf } from './shown-incident';
export { countOpenIncidents, ShownIncidents } from './shown-incidents';
