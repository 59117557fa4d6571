import { EventEmitter, once } from 'node:events';
import { Controller, Module, Post } from '@nestjs/common';
import { silentLogger } from '@payorch/platform/telemetry';
import { connect, type Socket } from 'node:net';
import { bootService, type RunningService } from './boot-service';

@Controller()
class EchoController {
  @Post()
  echo(): object {
    return {};
  }
}

@Module({ controllers: [EchoController] })
class EchoModule {}

const whole = 'POST / HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

let service: RunningService;
let client: Socket;

beforeEach(async () => {
  service = await bootService({
    module: EchoModule,
    port: 0,
    host: '127.0.0.1',
    logger: silentLogger,
    process: Object.assign(new EventEmitter(), { exit: () => undefined }),
    fastify: { requestTimeout: 300, http: { headersTimeout: 300, connectionsCheckingInterval: 50 } },
  });
  const accepted = once(service.app.getHttpServer() as EventEmitter, 'connection');
  client = connect(service.port, '127.0.0.1');
  await accepted;
});

afterEach(async () => {
  client.destroy();
  await service.drain();
});

const firstLine = async (): Promise<string> => String((await once(client, 'data'))[0]).split('\r\n')[0]!;

function blockEventLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('a client of any service', () => {
  it('a client that has sent its request receives a response, however long the process was blocked before reading it', async () => {
    client.write(whole);
    blockEventLoop(1_000);
    expect(await firstLine()).toBe('HTTP/1.1 201 Created');
  });

  it.each([
    ['headers', whole.slice(0, 20)],
    ['body', whole.slice(0, -1)],
  ])('a client that does not finish its %s is cut off', async (_, part) => {
    client.write(part);
    expect(await firstLine()).toBe('HTTP/1.1 408 Request Timeout');
  });
});
