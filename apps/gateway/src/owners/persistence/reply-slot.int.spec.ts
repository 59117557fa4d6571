import { silentLogger } from '@payorch/platform/telemetry';
import { gatewayDatabase, type GatewayDatabase } from '../../../test/gateway-database';
import { NoReplySlot, ReplySlot } from './reply-slot';

let db: GatewayDatabase;
beforeAll(async () => {
  db = await gatewayDatabase();
});
afterAll(() => db.close());

const lease = (slots: number, waitMs = 0) =>
  ReplySlot.lease({ databaseUrl: db.url, slots, logger: silentLogger, waitMs });

it('each gateway gets its own slot', async () => {
  const leased = await Promise.all([lease(3, 2_000), lease(3, 2_000), lease(3, 2_000)]);
  expect(leased.map(({ slot }) => slot).sort()).toEqual([0, 1, 2]);
  await expect(lease(3)).rejects.toBeInstanceOf(NoReplySlot);
  await leased[1]!.release();
  const next = await lease(3, 5_000);
  expect(next.slot).toBe(leased[1]!.slot);
  await Promise.all([leased[0]!, leased[2]!, next].map((one) => one.release()));
});
