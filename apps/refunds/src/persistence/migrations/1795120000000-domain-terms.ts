import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Row-level security hides all rows until the transaction names its merchants. */
const everyMerchant = `SET LOCAL payorch.merchants = '{"*"}'`;

const renameStored = (from: readonly [string, string], to: readonly [string, string]): string =>
  `UPDATE refunds SET body = (body - '${from[0]}' - '${from[1]}')
     || jsonb_build_object('${to[0]}', body -> '${from[0]}', '${to[1]}', body -> '${from[1]}')`;

const before = ['asked', 'waiters'] as const;
const after = ['syncCount', 'pendingReplies'] as const;

/** Stored keys get the names that the domain uses. */
export class DomainTerms1795120000000 implements MigrationInterface {
  name = 'DomainTerms1795120000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    await runner.query(renameStored(before, after));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    await runner.query(renameStored(after, before));
  }
}
