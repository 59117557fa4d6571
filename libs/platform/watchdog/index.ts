export * from './settings';
export * from './watchdog';
