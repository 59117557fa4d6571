import { FastifyAdapter } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { prepareServer, serverOptions } from './server';

const silent = { info: () => undefined, error: () => undefined };
const hasty = { requestTimeout: 300, http: { headersTimeout: 300, connectionsCheckingInterval: 50 } };
const whole = 'POST / HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

let adapter: FastifyAdapter;
let client: Socket;

beforeEach(async () => {
  adapter = new FastifyAdapter({ ...serverOptions, ...hasty });
  const server = adapter.getInstance();
  prepareServer(server, silent);
  server.post('/', (_request, reply) => void reply.send({}));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const accepted = once(server.server, 'connection');
  client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await accepted;
});

afterEach(async () => {
  client.destroy();
  await adapter.close();
});

const firstLine = async (): Promise<string> => String((await once(client, 'data'))[0]).split('\r\n')[0]!;

function standStill(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('a client', () => {
  it('that has sent its request is answered, however long this process stood still before it read it', async () => {
    client.write(whole);
    standStill(1_000);
    expect(await firstLine()).toBe('HTTP/1.1 200 OK');
  });

  it.each([
    ['headers', whole.slice(0, 20)],
    ['body', whole.slice(0, -1)],
  ])('that does not finish its %s is cut off', async (_, part) => {
    client.write(part);
    expect(await firstLine()).toBe('HTTP/1.1 408 Request Timeout');
  });
});
