export { BlocklistJobSweep } from './blocklist-job-sweep';
export { BlocklistJobs } from './blocklist-jobs';
export { BlocklistModule } from './blocklist.module';
export { BlocklistJobChunkRow, BlocklistJobRow } from './persistence/blocklist-job.rows';
