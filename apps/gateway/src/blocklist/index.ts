export { BlocklistModule } from './blocklist.module';
export { BlocklistJobChunkRow, BlocklistJobRow } from './persistence/blocklist-job.rows';
