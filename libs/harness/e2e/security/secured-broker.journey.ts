import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aMerchant, apiAt, brokerEnv, eventually, ok, paymentBody, withAdmin } from '@payorch/harness';
import { sealPrefixOf } from '@payorch/platform/sealing';
import type { Admin } from 'kafkajs';
import {
  allApps,
  brokerAccess,
  brokerRights,
  kidsOf,
  type Right,
  withFreshKey,
  withLastKeyCurrent,
} from '@payorch/provisioning';
import { rowsOf } from '../support/rows';
import { accessOf, as, clientOf, reading, system, writing } from './secured-system';

interface Member {
  readonly app: string;
  readonly group: string;
}

/** The members of each group; each app's client id is its name. */
async function membersAt(admin: Admin): Promise<Member[]> {
  const { groups } = await admin.listGroups();
  const described = await admin.describeGroups(groups.map(({ groupId }) => groupId));
  return described.groups.flatMap(({ groupId, members }) =>
    members.map(({ clientId }) => ({ app: clientId, group: groupId })),
  );
}

const allowsMember = ({ principal, name, isPrefix }: Right, { app, group }: Member): boolean =>
  principal === app && (isPrefix ? group.startsWith(name) : group === name);

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token endpoint that issues a token for the requested name. */
async function tokenServer() {
  const server = createServer((request, answer) => {
    const [, basic = ''] = (request.headers.authorization ?? '').split(' ');
    const [sub] = Buffer.from(basic, 'base64').toString().split(':');
    const iat = Math.floor(Date.now() / 1000);
    const token = `${base64({ alg: 'none' })}.${base64({ sub, iat, exp: iat + 300 })}.`;
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ access_token: token, expires_in: 300 }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const denied = 'no right at this topic';

describe('a broker with TLS, authentication and ACLs', () => {
  it('transports payments, captures and refunds of all apps, each with only its own ACLs', async () => {
    const merchant = await aMerchant(system);
    const paid = ok(await merchant.api.post('/payments', paymentBody()));
    expect(paid.status).toBe('succeeded');
    const authorized = ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' })));
    expect(ok(await merchant.api.post(`/payments/${authorized.payment_id}/capture`, {})).status).toBe('succeeded');
    const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id: paid.payment_id, amount: 100 }));
    await eventually(async () => ok(await merchant.api.get(`/refunds/${refund_id}`)).status === 'succeeded');
    const shown = ok(await merchant.api.get(`/payments/${paid.payment_id}?force_sync=true`));
    expect(shown.refunds).toHaveLength(1);
    for (const app of allApps) expect(system.logs(app)).not.toMatch(/authorization[ _]failed/i);
  });

  it('lets the gateway read the lag of every group and the depth of the dead-letter topic', async () => {
    const metrics = apiAt(system.baseUrl('gateway'), { 'api-key': system.adminKey });
    await eventually(
      async () => {
        const { text } = await metrics.get('/metrics');
        expect(text).toContain('kafka_broker_reachable 1');
        expect(text).toMatch(/^kafka_consumergroup_lag\{group="payments",topic="payments.commands"\} \d+$/m);
        expect(text).toMatch(/^kafka_consumergroup_members\{group="connector-worker.lane.shared"\} [1-9]/m);
        expect(text).toMatch(/^kafka_dead_letter_messages\{topic="dead_letters"\} 0$/m);
        return true;
      },
      { withinMs: 40_000 },
    );
  });

  it('transports the resealed credentials and cards of a sealing key rotation', async () => {
    const { sealingPublicKeys } = system.changeKeys(withFreshKey('sealing'));
    expect(sealingPublicKeys).toHaveLength(2);
    const [fresh] = kidsOf(system.changeKeys(withLastKeyCurrent('sealing')), 'sealing');
    const older = `SELECT count(*)::int FROM payments.attempts WHERE NOT starts_with(body #>> '{method,card,sealedNumber}', $1)
      UNION ALL SELECT count(*)::int FROM gateway.merchant_connector_accounts WHERE NOT starts_with(sealed_credentials, $1)`;
    const isDone = async () =>
      (await rowsOf<{ count: number }>(system, older, [sealPrefixOf(fresh!)])).every(({ count }) => count === 0);
    await eventually(isDone, { withinMs: 60_000 });
  });

  // During a rotation of the sealing key: some groups exist only then.
  it('has every app in each group of its ACLs, and in no other', async () => {
    const rights = brokerRights().filter(({ resource, operation }) => resource === 'group' && operation === 'read');
    const members = () => withAdmin(system.kafkaBrokers, membersAt, accessOf('broker'));
    await eventually(async () => {
      const found = await members();
      expect(rights.filter((right) => !found.some((member) => allowsMember(right, member)))).toEqual([]);
      return true;
    });
    const strays = (await members()).filter((member) => !rights.some((right) => allowsMember(right, member)));
    expect(strays).toEqual([]);
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
    'authenticates an app by %s, and refuses a wrong password',
    async (by) => {
      const env = { ...brokerEnv(system.security!, 'payments'), KAFKA_SASL_MECHANISM: by };
      expect(await writing(clientOf(brokerAccess(env)), 'routing.requests')).toBe('written');
      expect(await writing(clientOf(brokerAccess(env)), 'accounts.config')).toBe(denied);
      const guess = clientOf(brokerAccess({ ...env, KAFKA_SASL_PASSWORD: 'guessed' }));
      expect(await writing(guess, 'routing.requests')).toBe('KafkaJSSASLAuthenticationError');
    },
  );

  it('authenticates an app by a token that the app fetched with its id and secret', async () => {
    const server = await tokenServer();
    const token = { KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_OAUTH_TOKEN_URL: server.url };
    const kafka = clientOf(brokerAccess({ ...brokerEnv(system.security!, 'payments'), ...token }));
    expect(await writing(kafka, 'routing.requests')).toBe('written');
    expect(await writing(kafka, 'accounts.config')).toBe(denied);
    server.close();
  });

  it('refuses clients without TLS, without credentials, or with a wrong password', async () => {
    const { ssl } = brokerAccess(brokerEnv(system.security!, 'payments'));
    const env = { ...brokerEnv(system.security!, 'payments'), KAFKA_SASL_PASSWORD: 'guessed' };
    for (const access of [{}, { ssl: ssl! }, brokerAccess(env)])
      expect(await writing(clientOf(access), 'payments.commands')).not.toBe('written');
  });

  it('denies a principal without ACLs to read and to write', async () => {
    for (const topic of ['payments.commands', 'connector.commands.shared', 'accounts.config', 'payments.lifecycle']) {
      expect([topic, await writing(as('stranger'), topic)]).toEqual([topic, denied]);
      expect([topic, await reading(accessOf('stranger'), topic, 'payments')]).toEqual([topic, denied]);
    }
  });

  it('denies an app to write, read or join the topics and groups of another app', async () => {
    expect(await writing(as('webhooks'), 'connector.results.payments')).toBe(denied);
    expect(await writing(as('payments'), 'accounts.config')).toBe(denied);
    expect(await reading(accessOf('routing'), 'payments.commands', 'routing')).toBe(denied);
    expect(await reading(accessOf('refunds'), 'refunds.commands', 'payments')).toBe('no right at this group');
    expect(await writing(as('payments'), 'routing.requests')).toBe('written');
  });
});
