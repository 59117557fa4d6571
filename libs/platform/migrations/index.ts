export * from './seal-walk-tables';
