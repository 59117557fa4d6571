import { EventEmitter } from 'node:events';
import { Controller, Get, Module, Post, type Provider } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { eventually } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { closedAtShutdown, endedAtShutdown } from '@payorch/platform/lifecycle';
import { silentLogger } from '@payorch/platform/telemetry';
import { Agent, request } from 'undici';
import { bootService, type BootOptions, type RunningService } from './boot-service';

class FakeProcess extends EventEmitter {
  readonly exited = new Promise<number>((resolve) => this.once('exit', resolve));
  exit(code: number): void {
    this.emit('exit', code);
  }
}

let release: () => void = () => undefined;
let onSlow: () => void = () => undefined;
/** Resolves when the next slow request has begun. */
const slowBegins = () => new Promise<void>((resolve) => (onSlow = resolve));
const order: string[] = [];

@Controller()
class SlowController {
  @Get('slow/:id')
  async slow(): Promise<object> {
    await new Promise<void>((resolve) => {
      release = resolve;
      onSlow();
    });
    order.push('answered');
    return { done: true };
  }

  @Post('echo')
  echo(): object {
    return {};
  }
}

let faultOfWorker: Error | undefined;
const closing = (name: string) => closedAtShutdown({}, () => order.push(name));
const background: Provider[] = [
  { provide: 'database', useFactory: () => closing('database') },
  { provide: 'producer', inject: ['database'], useFactory: () => closing('producer') },
  {
    provide: 'worker',
    useFactory: () =>
      endedAtShutdown({}, () => {
        order.push('worker');
        if (faultOfWorker) throw faultOfWorker;
      }),
  },
];

@Module({ controllers: [SlowController], providers: background })
class SlowModule {
  onModuleDestroy(): void {
    order.push('module');
  }
}

const aTransport = (): CustomTransportStrategy => ({
  listen: (ready: () => void) => {
    order.push('listening');
    ready();
  },
  close: () => order.push('transport'),
});

let isDatabaseUp = true;
let isRedisUp = true;
const running: RunningService[] = [];

async function boot(
  options: Partial<BootOptions> = {},
): Promise<{ url: string; process: FakeProcess; service: RunningService }> {
  order.length = 0;
  const process = new FakeProcess();
  const service = await bootService({
    module: SlowModule,
    port: 0,
    host: '127.0.0.1',
    logger: silentLogger,
    process,
    strategies: () => [aTransport()],
    checks: () => ({ database: () => Promise.resolve(isDatabaseUp), kafka: () => Promise.resolve() }),
    disposable: () => ({ redis: () => (isRedisUp ? Promise.resolve('PONG') : Promise.reject(new Error('away'))) }),
    ...options,
  });
  running.push(service);
  return { url: `http://127.0.0.1:${service.port}`, process, service };
}

const agents: Agent[] = [];
const get = async (
  url: string,
  dispatcher = new Agent(),
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> => {
  agents.push(dispatcher);
  const { statusCode, body, headers } = await request(url, { dispatcher });
  return { status: statusCode, body: await body.text(), headers };
};

afterEach(async () => {
  release();
  isDatabaseUp = true;
  isRedisUp = true;
  await Promise.all(running.splice(0).map((service) => service.drain()));
  await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
});

describe('a booted service', () => {
  it('a booted service reports its health, and no details', async () => {
    const { url } = await boot();
    expect(await get(`${url}/health`)).toMatchObject({ status: 200, body: 'health is good' });
    expect((await get(`${url}/health/live`)).status).toBe(200);
    const ready = await get(`${url}/health/ready`);
    const all = { service: true, database: true, kafka: true, redis: true };
    expect([ready.status, JSON.parse(ready.body)]).toEqual([200, all]);
    isRedisUp = false;
    const degraded = await eventually(async () => {
      const now = await get(`${url}/health/ready`);
      return now.body === ready.body ? undefined : now;
    });
    expect([degraded.status, JSON.parse(degraded.body)]).toEqual([200, { ...all, redis: false }]);
    isDatabaseUp = false;
    const down = await eventually(async () => {
      const now = await get(`${url}/health/ready`);
      return now.status === 200 ? undefined : now;
    });
    expect([down.status, JSON.parse(down.body)]).toEqual([
      500,
      { error: { type: 'api', message: 'database health check failed with error: unavailable', code: 'HE_00' } },
    ]);
  });

  it('requests are measured by their route, never by their path', async () => {
    const { url } = await boot();
    const begun = slowBegins();
    const slow = get(`${url}/slow/pay_1`);
    await begun;
    release();
    await slow;
    await get(`${url}/nowhere/pay_1`);
    const { body } = await get(`${url}/metrics`);
    expect(body).toContain('http_server_request_duration_seconds_count{method="GET",route="/slow/:id",status="200"}');
    expect(body).toContain('route="unmatched",status="404"');
    expect(body).not.toContain('pay_1');
  });

  it('concurrent readiness requests share one check of each component', async () => {
    let checks = 0;
    const { url } = await boot({ checks: () => ({ database: () => Promise.resolve((checks += 1)) }) });
    await Promise.all(Array.from({ length: 50 }, () => get(`${url}/health/ready`)));
    expect(checks).toBeLessThan(10);
  });

  it('a check that never answers counts as down, and the service stays alive', async () => {
    const { url } = await boot({ checks: () => ({ kafka: () => new Promise(() => undefined) }) });
    const ready = await get(`${url}/health/ready`);
    expect([ready.status, JSON.parse(ready.body)]).toMatchObject([
      500,
      { error: { message: 'kafka health check failed with error: unavailable', code: 'HE_00' } },
    ]);
    expect((await get(`${url}/health/live`)).status).toBe(200);
  });

  it('metrics are shown to the bearer of the token only', async () => {
    const { url } = await boot({ metricsFor: { token: new Secret('scraper') } });
    expect((await get(`${url}/metrics`)).status).toBe(401);
    const { statusCode } = await request(`${url}/metrics`, { headers: { authorization: 'Bearer scraper' } });
    expect(statusCode).toBe(200);
  });

  it('a body above the limit is refused', async () => {
    const { url } = await boot();
    const send = (size: number): Promise<number> =>
      request(`${url}/echo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify('x'.repeat(size - 2)),
      }).then(({ statusCode }) => statusCode);
    expect(await send(32_768)).toBe(201);
    expect(await send(32_769)).toBe(413);
  });

  it('a drain finishes begun requests, then closes transports, module, workers and database, and exits with 0', async () => {
    const { url, process } = await boot();
    const keepAliveAgent = new Agent();
    await get(`${url}/health`, keepAliveAgent);
    const begun = slowBegins();
    const slow = get(`${url}/slow/1`, keepAliveAgent);
    await begun;
    process.emit('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(order).toEqual(['listening']);
    await expect(get(`${url}/health`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    release();
    expect(await slow).toMatchObject({ status: 200, body: '{"done":true}', headers: { connection: 'close' } });
    expect(await process.exited).toBe(0);
    expect(order).toEqual(['listening', 'answered', 'transport', 'module', 'worker', 'producer', 'database']);
  });

  it('a worker that fails at the shutdown leaves no connection open, and the exit code is 1', async () => {
    const { process } = await boot();
    faultOfWorker = new Error('a row is locked');
    process.emit('SIGTERM');
    expect(await process.exited).toBe(1);
    faultOfWorker = undefined;
    expect(order).toEqual(['listening', 'transport', 'module', 'worker', 'producer', 'database']);
    running.pop();
  });

  it('a draining service is not ready while load balancers notice', async () => {
    const { url, process } = await boot({ drainDelayMs: 200 });
    process.emit('SIGTERM');
    expect((await get(`${url}/health/ready`)).status).toBe(500);
    expect((await get(`${url}/health/live`)).status).toBe(200);
    expect(await process.exited).toBe(0);
  });
});
