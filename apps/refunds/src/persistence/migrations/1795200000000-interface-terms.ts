import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Row-level security hides all rows until the transaction names its merchants. */
const everyMerchant = `SET LOCAL payorch.merchants = '{"*"}'`;

/** Incidents get the terms of the interface. */
export class InterfaceTerms1795200000000 implements MigrationInterface {
  name = 'InterfaceTerms1795200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    await runner.query(`UPDATE incidents SET kind = 'amounts_differ' WHERE kind = 'sums_differ'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    await runner.query(`UPDATE incidents SET kind = 'sums_differ' WHERE kind = 'amounts_differ'`);
  }
}
