export * from './job-clock';
export * from './job.rows';
export * from './jobs';
