import { publicMessages, publicTopics, schemaPath } from '@payorch/contracts';
import { fastify, type FastifyInstance } from 'fastify';
import { addTopicsRoutes } from './topics-routes';

let server: FastifyInstance;
beforeAll(() => {
  server = fastify();
  addTopicsRoutes(server, 'https://pay.example.com');
});
afterAll(() => server.close());

it.each(publicMessages.map((message) => [schemaPath(message), message] as const))(
  '%s is the schema of its events',
  async (address, { description }) => {
    const { statusCode, headers, body } = await server.inject(address);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8']);
    expect(JSON.parse(body)).toMatchObject({ $id: `https://pay.example.com${address}`, description });
  },
);

it.each(['payment.captured/2.json', 'payment.captured/1', 'constructor/1.json'])(
  'there is no schema %s',
  async (name) => {
    const { statusCode, body } = await server.inject(`/topics/schemas/${name}`);
    expect([statusCode, JSON.parse(body)]).toMatchObject([404, { error: { code: expect.any(String) } }]);
  },
);

it('the document of all topics is served', async () => {
  const { statusCode, headers, body } = await server.inject('/topics/asyncapi.json');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const { asyncapi, channels } = JSON.parse(body) as { asyncapi: string; channels: object };
  expect([asyncapi, Object.keys(channels)]).toEqual(['3.1.0', [...publicTopics]]);
});

it('the page has each event with its meaning, its schema and an example, and each topic', async () => {
  const { statusCode, headers, body } = await server.inject('/topics');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { type, version, description } of publicMessages) {
    expect(body.split(`id="${type}.v${version}"`)).toHaveLength(2);
    expect(body).toContain(description!.split('`')[0]);
    expect(body).toContain(`href="topics/schemas/${type}/${version}.json"`);
  }
  for (const topic of publicTopics) expect(body).toContain(`<h2 id="${topic}">`);
  expect(body.split('<summary>Example</summary>')).toHaveLength(publicMessages.length + 1);
  expect(body).toContain('<code>partially_captured_and_capturable</code>');
});

it('every link of the page leads somewhere', async () => {
  const { body } = await server.inject('/topics');
  for (const [, href] of body.matchAll(/href="([^"]+)"/g)) {
    if (href!.startsWith('#')) expect(body).toContain(`id="${href!.slice(1)}"`);
    else if (href!.startsWith('topics/')) expect((await server.inject(`/${href}`)).statusCode).toBe(200);
  }
});

it('the page runs no script and loads nothing external', async () => {
  const { headers, body } = await server.inject('/topics');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body).not.toMatch(/<script|style=|onload=|(?:href|src)="https?:/);
});

it('the address with a slash leads to the page', async () => {
  const { statusCode, headers } = await server.inject('/topics/');
  expect([statusCode, headers['location']]).toEqual([308, '../topics']);
});
