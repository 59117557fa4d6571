import { eventually, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { aDispute, aPayer } from '../../support/disputes';
import { rowsOf } from '../../support/rows';
import { notAllowed, statusAndBody } from '../../support/wire';

/** Disputes whose processor decides them without a notice. */
const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => void (merchant = await aPayer(system)));

const path = () => `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
/** As if the dispute had not changed for two hours. */
const silent = (id: string) =>
  rowsOf(system, `UPDATE payments.disputes SET modified_at = now() - interval '2 hours' WHERE dispute_id = $1`, [id]);
const statusOf = async (id: string): Promise<string> =>
  ok(await merchant.api.get(`/disputes/${id}`)).dispute_status as string;

it('a decision whose notice never came is found by the polls of the profile, and none follows', async () => {
  const { dispute, change } = await aDispute(system, merchant);
  const id = dispute.dispute_id as string;
  await change({ stage: 'dispute', status: 'dispute_lost', copies: 0 });
  await silent(id);
  ok(await merchant.api.post(path(), { dispute_polling_interval: 1 }));
  await eventually(async () => (await statusOf(id)) === 'dispute_lost', { withinMs: 60_000 });
  // The last poll has scheduled one more, which ends with a closed dispute.
  const due = await rowsOf<{ wait: number }>(
    system,
    `SELECT extract(epoch FROM run_at - now())::float8 AS wait FROM payments.jobs WHERE type = 'dispute.poll_due' AND id LIKE '%' || $1`,
    [id],
  );
  expect(due).toHaveLength(1);
  expect(due[0]!.wait).toBeGreaterThan(2_400);
  expect(due[0]!.wait).toBeLessThan(3_961);
  await rowsOf(
    system,
    `UPDATE payments.jobs SET run_at = now() WHERE type = 'dispute.poll_due' AND id LIKE '%' || $1`,
    [id],
  );
  await eventually(
    async () =>
      (await rowsOf(system, `SELECT FROM payments.jobs WHERE type = 'dispute.poll_due' AND id LIKE '%' || $1`, [id]))
        .length === 0,
    { withinMs: 60_000 },
  );
});

it.each([0, 721, -1])('an interval of %d hours is refused', async (dispute_polling_interval) => {
  const answer = await merchant.api.post(path(), { dispute_polling_interval });
  expect(statusAndBody(answer)).toEqual(notAllowed('dispute_polling_interval should be between 1 and 720 hours.'));
});
