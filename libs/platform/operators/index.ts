export { IncidentAnswers, measureOperations, OperatorAnswers, type ShownToOperators } from './operator-answers';
export { eventsOf, incidentsSql, pendingSql, type TracedRow } from './trace-rows';
export { WaitingObjects, type WaitingRows } from './waiting-objects';
