import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A write that finds another version than it read fails with an error of its own; no other error has this code. */
export class VersionConflict1795130000000 implements MigrationInterface {
  name = 'VersionConflict1795130000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION version_conflict() RETURNS integer LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'another transaction wrote first' USING ERRCODE = 'VC001'; END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION version_conflict()');
  }
}
