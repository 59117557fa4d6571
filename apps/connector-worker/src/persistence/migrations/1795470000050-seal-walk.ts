import { SealWalkTables } from '@payorch/platform/migrations';
import type { MigrationInterface } from 'typeorm';

export class SealWalk1795470000050 extends SealWalkTables implements MigrationInterface {
  name = 'SealWalk1795470000050';
}
