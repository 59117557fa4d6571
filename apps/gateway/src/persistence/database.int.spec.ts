import { refuse } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { gatewayDatabase, type GatewayDatabase } from '../../test/gateway-database';

let open: GatewayDatabase;
beforeAll(async () => void (open = await gatewayDatabase()));
afterAll(() => open.close());

const insert = (sql: Sql, key: string) => sql.query('INSERT INTO configs (key, value) VALUES ($1, $2)', [key, '1']);
const keys = async () =>
  (await open.database.read([], (sql) => sql.query<{ key: string }>('SELECT key FROM configs'))).map(({ key }) => key);

it('a refusal that the work returns rolls the change back and is returned', async () => {
  const refusal = refuse('config_exists');
  const changed = open.database.change([], async (sql) => {
    await insert(sql, 'refused');
    return refusal;
  });
  expect(await changed).toBe(refusal);
  expect(await keys()).toEqual([]);
});

it('an error rolls the change back and is thrown; any other result commits', async () => {
  const failed = open.database.change([], async (sql) => {
    await insert(sql, 'failed');
    throw new Error('broken');
  });
  await expect(failed).rejects.toThrow('broken');
  await open.database.change([], (sql) => insert(sql, 'stored'));
  expect(await keys()).toEqual(['stored']);
});
