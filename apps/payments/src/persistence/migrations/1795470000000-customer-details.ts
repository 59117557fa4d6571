import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = {
  name: 'text',
  email: 'text',
  phone: 'text',
  phone_country_code: 'text',
  description: 'text',
  address: 'jsonb',
  metadata: 'jsonb',
  tax_registration_id: 'text',
  document_details: 'jsonb',
};
const names = Object.keys(columns);

/**
 * One column for the personal data of a customer: it is sealed whole. Rows of before are plain until the service's walk over
 * its rows seals them.
 */
export class CustomerDetails1795470000000 implements MigrationInterface {
  name = 'CustomerDetails1795470000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers ADD COLUMN details jsonb');
    const fields = names.map((name) => `'${name}', ${name}`).join(', ');
    await runner.query(`UPDATE customers SET details = jsonb_strip_nulls(jsonb_build_object(${fields}))`);
    await runner.query('ALTER TABLE customers ALTER COLUMN details SET NOT NULL');
    await runner.query(`ALTER TABLE customers ${names.map((name) => `DROP COLUMN ${name}`).join(', ')}`);
  }

  /** Sealed details stay sealed: only rows without a seal get their columns back. */
  async down(runner: QueryRunner): Promise<void> {
    const added = Object.entries(columns).map(([name, type]) => `ADD COLUMN ${name} ${type}`);
    await runner.query(`ALTER TABLE customers ${added.join(', ')}`);
    const values = Object.entries(columns).map(
      ([name, type]) => `${name} = details ->${type === 'text' ? '>' : ''} '${name}'`,
    );
    await runner.query(`UPDATE customers SET ${values.join(', ')}`);
    await runner.query('ALTER TABLE customers DROP COLUMN details');
  }
}
