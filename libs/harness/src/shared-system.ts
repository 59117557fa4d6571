import { required } from './environment';
import { runningSystem, type RunningSystem, type SystemAddresses } from './running-system';

/**
 * The system that all journeys in `e2e/shared` share, one journey at a time, each with its own merchant. A journey resets the
 * faults and latency that it sets at the sandbox, and counts only objects of its own merchant.
 */
export const sharedSystem = (): RunningSystem =>
  runningSystem(JSON.parse(required('SHARED_SYSTEM')) as SystemAddresses);
