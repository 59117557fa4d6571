import { SealWalkTables } from '@payorch/platform/migrations';
import type { MigrationInterface } from 'typeorm';

export class SealWalk1795700000206 extends SealWalkTables implements MigrationInterface {
  name = 'SealWalk1795700000206';
}
