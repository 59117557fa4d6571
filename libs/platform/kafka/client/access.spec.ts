import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '@payorch/kernel';
import { clientAccess, type KafkaAccess } from './access';
import { oauthTokens } from './oauth-tokens';

const open: KafkaAccess = {
  kafkaTls: false,
  kafkaCa: '',
  kafkaSasl: 'none',
  kafkaSaslUsername: '',
  kafkaSaslPassword: new Secret(''),
  kafkaOauthTokenUrl: '',
  kafkaOauthScope: '',
};
const known = { kafkaSaslUsername: 'payments', kafkaSaslPassword: new Secret('word') };

describe('the access options of the client library', () => {
  it('the options are empty for an open broker', () => expect(clientAccess(open)).toEqual({}));

  it('the options check the broker against public issuers, or against the configured one', () => {
    expect(clientAccess({ ...open, kafkaTls: true })).toEqual({ ssl: true });
    expect(clientAccess({ ...open, kafkaTls: true, kafkaCa: 'PEM' })).toEqual({ ssl: { ca: ['PEM'] } });
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'the options contain our credentials for %s',
    (kafkaSasl) =>
      expect(clientAccess({ ...open, ...known, kafkaSasl })).toEqual({
        sasl: { mechanism: kafkaSasl, username: 'payments', password: 'word' },
      }),
  );
});

describe('tokens for the broker', () => {
  const requests: { authorization: string | undefined; body: string }[] = [];
  let server: Server;
  let status = 200;
  let url = '';
  beforeAll(async () => {
    server = createServer((request, answer) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push({ authorization: request.headers.authorization, body });
        answer.writeHead(status, { 'content-type': 'application/json' });
        answer.end(JSON.stringify({ access_token: `token ${requests.length}`, expires_in: 100 }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  });
  afterAll(() => server.close());
  beforeEach(() => void (requests.length = 0));

  it('tokens are requested with the client id and secret, and used until shortly before they expire', async () => {
    let now = 0;
    const token = oauthTokens({ url, clientId: 'payments', clientSecret: 'word', scope: 'kafka' }, () => now);
    expect(await Promise.all([token(), token()])).toEqual(['token 1', 'token 1']);
    now = 79_000;
    expect(await token()).toBe('token 1');
    now = 81_000;
    expect(await token()).toBe('token 2');
    expect(requests[0]).toEqual({
      authorization: `Basic ${Buffer.from('payments:word').toString('base64')}`,
      body: 'grant_type=client_credentials&scope=kafka',
    });
  });

  it('tokens are requested again after a refusal, and reach the client library', async () => {
    status = 503;
    const access = { ...open, ...known, kafkaSasl: 'oauthbearer' as const, kafkaOauthTokenUrl: url };
    const { sasl } = clientAccess(access);
    const { oauthBearerProvider } = sasl as unknown as { oauthBearerProvider: () => Promise<{ value: string }> };
    await expect(oauthBearerProvider()).rejects.toThrow('503');
    status = 200;
    expect(await oauthBearerProvider()).toEqual({ value: 'token 2' });
  });
});
