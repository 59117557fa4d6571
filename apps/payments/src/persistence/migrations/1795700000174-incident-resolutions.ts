import { incidentTables } from '@payorch/platform/incidents';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operator resolves an incident by its id, with a reason. */
export class IncidentResolutions1795700000174 implements MigrationInterface {
  name = 'IncidentResolutions1795700000174';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of incidentTables.up) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of incidentTables.down) await runner.query(statement);
  }
}
