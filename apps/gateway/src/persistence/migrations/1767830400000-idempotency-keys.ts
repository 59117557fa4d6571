import { rowLevelSecurity } from '@payorch/platform/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdempotencyKeys1767830400000 implements MigrationInterface {
  name = 'IdempotencyKeys1767830400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE idempotency_keys (
      merchant_id text NOT NULL,
      route text NOT NULL,
      idempotency_key text NOT NULL,
      request_digest bytea NOT NULL,
      command_id text NOT NULL,
      leased_until timestamptz NOT NULL,
      sealed_answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT idempotency_keys_pkey PRIMARY KEY (merchant_id, route, idempotency_key)
    )`);
    await runner.query('CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at)');
    await runner.query(rowLevelSecurity('idempotency_keys'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
