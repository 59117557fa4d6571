export * from './job.rows';
export * from './jobs';
