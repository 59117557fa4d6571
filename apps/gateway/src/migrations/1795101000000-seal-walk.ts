import { SealWalkTables } from '@payorch/platform/migrations';
import type { MigrationInterface } from 'typeorm';

export class SealWalk1795101000000 extends SealWalkTables implements MigrationInterface {
  name = 'SealWalk1795101000000';
}
