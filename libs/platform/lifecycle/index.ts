export { closedAtShutdown, endedAtShutdown } from './at-shutdown';
export { PeriodicWorker, type PeriodicWorkerOptions } from './periodic-worker';
