import type { MigrationInterface, QueryRunner } from 'typeorm';

const renamed = [
  ['idempotency_keys', 'sealed_answer', 'sealed_response'],
  ['processor_webhooks', 'tries', 'attempts'],
  ['processor_webhooks', 'next_try_at', 'next_attempt_at'],
] as const;

/** Columns get the terms of the interface; their indexes follow. */
export class InterfaceTerms1795200000000 implements MigrationInterface {
  name = 'InterfaceTerms1795200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, from, to] of renamed) await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, from, to] of renamed) await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${to} TO ${from}`);
  }
}
