import { readConfig } from '@payorch/platform/config';
import fastify from 'fastify';
import { addDomainAssociation, applePayDomainAssociation } from './domain-association';

const path = '/.well-known/apple-developer-merchantid-domain-association';
const fileOf = (env: Record<string, string>): string | null =>
  readConfig({ file: applePayDomainAssociation() }, env, () => '7B22707370\n').file;

async function answerTo(file: string | null) {
  const server = fastify();
  addDomainAssociation(server, file);
  const { statusCode, headers, body } = await server.inject({ url: path });
  await server.close();
  return [statusCode, headers['content-type'], body];
}

it('Apple gets the operator’s file as text', async () =>
  expect(await answerTo(fileOf({ APPLE_PAY_DOMAIN_ASSOCIATION_FILE: '/etc/apple' }))).toEqual([
    ...[200, 'text/plain; charset=utf-8', '7B22707370'],
  ]));

it('without a file the route does not exist', async () => {
  expect(fileOf({})).toBeNull();
  expect((await answerTo(null))[0]).toBe(404);
});

it.each([
  ['that is binary', '\u0000\u0001'],
  ['that is no such file by its size', 'A'.repeat(40_000)],
])('a file %s is refused at the start', (_, text) =>
  expect(() => fileOf({ APPLE_PAY_DOMAIN_ASSOCIATION: text })).toThrow('APPLE_PAY_DOMAIN_ASSOCIATION must be'),
);
