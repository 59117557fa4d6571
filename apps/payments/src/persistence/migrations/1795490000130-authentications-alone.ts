import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const states = `ARRAY['created'::text, 'pre_authenticating'::text, 'browser_awaited'::text, 'authenticating'::text, 'challenged'::text, 'succeeded'::text, 'failed'::text]`;
const openStates = `ARRAY['created'::text, 'pre_authenticating'::text, 'browser_awaited'::text, 'authenticating'::text, 'challenged'::text]`;

const statements = [
  `CREATE TABLE authentications (
    merchant_id text NOT NULL,
    authentication_id text NOT NULL,
    version integer NOT NULL,
    profile_id text NOT NULL,
    partition smallint NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT authentications_pkey PRIMARY KEY (merchant_id, authentication_id),
    CONSTRAINT authentications_state CHECK ("state" = ANY (${states})),
    CONSTRAINT authentications_amount CHECK (amount > 0)
  )`,
  `CREATE INDEX authentications_open ON authentications (modified_at) WHERE "state" = ANY (${openStates})`,
  'ALTER TABLE authentications ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE authentications FORCE ROW LEVEL SECURITY',
  `CREATE POLICY authentications_merchant ON authentications USING (${visible}) WITH CHECK (${visible})`,
];

/** Authentications of merchants' customers without a payment. */
export class AuthenticationsAlone1795490000130 implements MigrationInterface {
  name = 'AuthenticationsAlone1795490000130';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE authentications');
  }
}
