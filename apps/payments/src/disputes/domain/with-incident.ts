import type { OperationIncident } from '@payorch/operations';
import type { Dispute } from './dispute';

/** A dispute names its incidents, each once. */
export const withIncident = (dispute: Dispute, incident: OperationIncident): Dispute =>
  dispute.incidents.includes(incident) ? dispute : { ...dispute, incidents: [...dispute.incidents, incident] };
