import { aMerchant, aReceiver, eventually, ok, paymentBody, type Answer, type Json } from '@payorch/harness';
import type { Receiver, System, TestMerchant } from '@payorch/harness';
import { placesOf } from '../support/places-of';
import { shortSessionTimeout, spawnQuick, longTimeoutWorker } from '../support/quick-system';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';
import { upload } from '../support/upload';
import { secretKey } from '../shared/stripe/at-stripe';

/** A crash and the restart of an owner pass before the caller gives up. */
const patient = { REPLY_TIMEOUT: '25s', PROCESSOR_REPLY_TIMEOUT: '40s' };
/** A gateway that looks often for deletions that another one left, and soon after their request. */
const eager = { CUSTOMER_DELETIONS_EVERY: '100ms', REPLY_TIMEOUT: '1s' };
const ownersPoints = ['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'] as const;

let system: System;
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  const appEnv = { gateway: patient, payments: shortSessionTimeout, 'connector-worker': longTimeoutWorker };
  [system, receiver] = await Promise.all([spawnQuick({ appEnv }), aReceiver()]);
  merchant = await aMerchant(system, {
    account: { webhook_details: { webhook_url: receiver.url } },
    connectors: ['stripe'],
    connector: { connector_account_details: { auth_type: 'HeaderKey', api_key: secretKey } },
  });
});
afterAll(async () => {
  await system?.stop();
  await receiver?.close();
});

const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};

/** Sends the request; payments dies at the point while it handles the command, and comes back. */
const whilePaymentsDies = (point: string, send: () => Promise<Answer>): Promise<Answer> =>
  system.crashDuring('payments', `${point}=kill`, send);

describe('the deletion of a customer', () => {
  let made = 0;
  /** A customer with a name that no other has, and a saved card. */
  async function aCustomer() {
    const marker = `Erasmus7hQKZ${++made}x`;
    const customer_id = `cus_crash_${made}`;
    const saving = { setup_future_usage: 'off_session', customer_acceptance: acceptance };
    const body = paymentBody({ customer_id, name: marker, email: `${marker}@acme.example`, ...saving });
    const key = { 'idempotency-key': `of ${customer_id}` };
    const paid = ok(await merchant.api.post('/payments', body, key));
    await eventually(async () => (await placesOf(system, merchant.merchantId, marker)).includes('webhooks.events'));
    const replay = () => merchant.api.post('/payments', body, key);
    return { customer_id, marker, paid, replay };
  }
  const remove = (id: string) => merchant.api.raw('DELETE', `/customers/${id}`);
  const untilErased = (marker: string) =>
    eventually(async () => (await placesOf(system, merchant.merchantId, marker)).length === 0, { withinMs: 30_000 });
  const deletionsLeft = (id: string) =>
    rowsOf(system, 'SELECT customer_id FROM gateway.customer_deletions WHERE customer_id = $1 AND erased_at IS NULL', [
      id,
    ]);

  it.each(ownersPoints)('erases everything, although payments dies %s', async (point) => {
    const { customer_id, marker, replay } = await aCustomer();
    const { status, body } = await whilePaymentsDies(point, () => remove(customer_id));
    expect([status, body.customer_deleted]).toEqual([200, true]);
    await untilErased(marker);
    const replayed = await replay();
    expect([replayed.status, replayed.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(replayed.text).not.toContain(marker);
    expect(await deletionsLeft(customer_id)).toEqual([]);
  });

  it('erases the gateway’s own copies, although the gateway dies before its part', async () => {
    const { customer_id, marker, paid, replay } = await aCustomer();
    ok(await merchant.api.post('/ephemeral_keys', { customer_id }));
    const unerased = () =>
      rowsOf(system, 'SELECT customer_id FROM gateway.idempotency_keys WHERE customer_id = $1', [customer_id]);
    const keys = () =>
      rowsOf(system, 'SELECT key_id FROM gateway.ephemeral_keys WHERE customer_id = $1', [customer_id]);
    await system.app('gateway').arm('deletion-before-erasure=kill');
    await expect(remove(customer_id)).rejects.toThrow();
    expect(await system.app('gateway').whenEnded()).toBe('SIGKILL');
    expect([await unerased(), await keys(), await deletionsLeft(customer_id)]).toMatchObject([[{}], [{}], [{}]]);

    // The request's own gateway had set the time at which any other continues.
    await rowsOf(system, 'UPDATE gateway.customer_deletions SET due_at = now() WHERE customer_id = $1', [customer_id]);
    await system.start('gateway', eager);
    await eventually(async () => (await unerased()).length === 0 && (await keys()).length === 0);
    const replayed = await replay();
    expect(ok(replayed)).toMatchObject({ payment_id: paid.payment_id, status: 'succeeded', name: 'Redacted' });
    expect(replayed.text).not.toContain(marker);
    await untilErased(marker);
    await system.kill('gateway');
    await system.start('gateway');
  });

  it('that payments refuses leaves nothing to do, and changes nothing', async () => {
    const customer_id = 'cus_bound';
    const mandate_data = { customer_acceptance: acceptance, mandate_type: { multi_use: null } };
    const body = paymentBody({ customer_id, name: 'Jo', setup_future_usage: 'off_session', mandate_data });
    ok(await merchant.api.post('/payments', body));
    expect((await whilePaymentsDies('before-commit', () => remove(customer_id))).body.error.code).toBe('IR_10');
    expect(await deletionsLeft(customer_id)).toEqual([]);
    expect(ok(await merchant.api.get(`/customers/${customer_id}`)).name).toBe('Jo');
  });
});

describe('an upload of a blocklist', () => {
  const entries = () =>
    rowsOf<{ data: string; is_removed: boolean; version: number }>(
      system,
      `SELECT data, removed_at IS NOT NULL AS is_removed, version FROM payments.blocklist WHERE merchant_id = $1`,
      [merchant.merchantId],
    );

  it('sent again by another gateway restores no entry that the merchant removed in between', async () => {
    await system.kill('payments', 'SIGTERM');
    const accepted = await upload(merchant.api, '/blocklist/batch', 'type,data\ncard_bin,555555\n');
    expect(accepted.status).toBe(202);
    const { job_id } = accepted.body as { readonly job_id: string };
    await eventually(async () =>
      (await recordsIn(system, ['payments.commands'])).some(
        ({ headers, key }) => String(headers['ce_type']) === 'blocklist.add_chunk' && String(key).includes(job_id),
      ),
    );
    await system.kill('gateway');
    await system.start('payments');
    await eventually(async () => (await entries()).length === 1, { withinMs: 20_000 });
    await system.start('gateway', { BLOCKLIST_JOBS_EVERY: '100ms' });
    const removal = JSON.stringify({ type: 'card_bin', data: '555555' });
    ok(await merchant.api.raw('DELETE', '/blocklist', removal, { 'content-type': 'application/json' }));
    // The lease of the gateway that died.
    await rowsOf(system, 'UPDATE gateway.blocklist_jobs SET leased_until = now() WHERE job_id = $1', [job_id]);
    const job = await eventually(async () => {
      const now = ok(await merchant.api.get(`/blocklist/batch/${job_id}`));
      return now.status === 'completed' && now;
    });
    expect(job).toMatchObject({ total_rows: 1, succeeded_rows: 1, failed_rows: 0 });
    const chunks = (await recordsIn(system, ['payments.commands'])).filter(
      ({ headers, key }) => String(headers['ce_type']) === 'blocklist.add_chunk' && String(key).includes(job_id),
    );
    expect(new Set(chunks.map(({ headers }) => String(headers['ce_id']))).size).toBe(2);
    expect(await entries()).toEqual([{ data: '555555', is_removed: true, version: 2 }]);
    await system.kill('gateway');
    await system.start('gateway');
  });
});

describe('the revocation of a mandate', () => {
  let made = 0;
  const aMandate = async (): Promise<Json> => {
    const mandate_data = { customer_acceptance: acceptance, mandate_type: { multi_use: null } };
    const customer_id = `cus_revoke_${++made}`;
    const body = paymentBody({ customer_id, setup_future_usage: 'off_session', mandate_data });
    const payment = ok(await merchant.api.post('/payments', body));
    return { ...payment, ...ok(await merchant.api.get(`/payments/${payment.payment_id}`)) };
  };
  const revoke = ({ mandate_id }: Json) => merchant.api.post(`/mandates/revoke/${mandate_id}`, {});
  const isDetached = async ({ connector_mandate_id }: Json): Promise<boolean> => {
    const path = `/v1/payment_methods/${connector_mandate_id}`;
    return ok(await system.sandbox.get(path, { authorization: `Bearer ${secretKey}` })).customer === null;
  };
  const statusOf = async ({ mandate_id }: Json) => ok(await merchant.api.get(`/mandates/${mandate_id}`)).status;

  async function expectRevokedOnce(payment: Json): Promise<void> {
    await eventually(async () => (await statusOf(payment)) === 'revoked', { withinMs: 40_000 });
    expect(await isDetached(payment)).toBe(true);
    const webhooks = () =>
      receiver.calls
        .map(({ body }) => JSON.parse(body) as Json)
        .filter(
          ({ content }) => content.object.mandate_id === payment.mandate_id && content.type === 'mandate_details',
        );
    await eventually(() => webhooks().length >= 2);
    const ended = webhooks().filter(({ event_type }) => event_type === 'mandate_revoked');
    expect(new Set(ended.map(({ event_id }) => event_id as string)).size).toBe(1);
    const records = (await recordsIn(system, ['mandates.lifecycle'])).filter(({ key }) =>
      String(key).endsWith(payment.mandate_id as string),
    );
    const versions = records.map(({ value }) => JSON.parse(String(value)).version as number);
    const distinct = [...new Set(versions)];
    expect(distinct).toEqual(distinct.map((_, index) => index + 1));
    expect(records.filter(({ headers }) => String(headers['ce_type']) === 'mandate.revoked').length).toBeGreaterThan(0);
  }

  it.each(ownersPoints)('takes effect once, although payments dies %s', async (point) => {
    const payment = await aMandate();
    const { status } = await whilePaymentsDies(point, () => revoke(payment));
    expect(status).toBe(200);
    await expectRevokedOnce(payment);
  });

  it.each(['sent-before-write', 'response-before-store', 'stored-before-result'])(
    'takes effect once, although the worker dies %s',
    async (point) => {
      const payment = await aMandate();
      const revoked = await system.crashDuring('connector-worker', `${point}=kill`, () => revoke(payment));
      expect(revoked.status).toBe(200);
      await expectRevokedOnce(payment);
    },
  );

  it('is not forgotten by a mandate whose next charge comes during the crash', async () => {
    const payment = await aMandate();
    const revoked = await whilePaymentsDies('after-commit-before-publish', () => revoke(payment));
    expect(revoked.status).toBe(200);
    const { customer_id, mandate_id } = payment;
    const charge = { amount: 100, currency: 'USD', customer_id, confirm: true, off_session: true };
    const refused = await merchant.api.post('/payments', {
      ...charge,
      recurring_details: { type: 'mandate_id', data: mandate_id as string },
    });
    expect([refused.status, refused.body.error.message]).toEqual([400, 'mandate is not active']);
  });
});
