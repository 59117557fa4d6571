import { SnapshotBackfillTable } from '@payorch/platform/migrations';
import type { MigrationInterface } from 'typeorm';

export class SnapshotBackfills1795990000231 extends SnapshotBackfillTable implements MigrationInterface {
  name = 'SnapshotBackfills1795990000231';
}
