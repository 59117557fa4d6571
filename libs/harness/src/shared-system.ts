import { required } from './environment';
import { runningSystem, type RunningSystem, type SystemAddresses } from './running-system';

/**
 * The one system of all journeys in `e2e/shared`: they only need a merchant each, and take turns. What a journey asks of the
 * sandbox (faults, latency) it takes back; what it counts, it counts of its own merchant.
 */
export const sharedSystem = (): RunningSystem =>
  runningSystem(JSON.parse(required('SHARED_SYSTEM')) as SystemAddresses);
