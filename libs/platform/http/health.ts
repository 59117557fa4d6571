import { Controller, Get, Header, Inject, Res, type DynamicModule } from '@nestjs/common';
import { metrics } from '@payorch/platform/telemetry';

/** Resolves when the component is up; anything else (rejects, false, too slow) is down. */
export type HealthCheck = () => Promise<unknown>;

const slowestCheckMs = 2_000;

async function isUp(check: HealthCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), slowestCheckMs);
  });
  try {
    return (await Promise.race([check(), tooSlow])) !== false;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this process should be given work: started, not draining, and everything it leans on is up. */
export class Health {
  #phase: 'starting' | 'serving' | 'draining' = 'starting';
  readonly #checks = new Map<string, HealthCheck>();

  watch(component: string, check: HealthCheck): void {
    this.#checks.set(component, check);
  }

  serve(): void {
    if (this.#phase === 'starting') this.#phase = 'serving';
  }

  drain(): void {
    this.#phase = 'draining';
  }

  get isDraining(): boolean {
    return this.#phase === 'draining';
  }

  async components(): Promise<Readonly<Record<string, boolean>>> {
    const checked = [...this.#checks].map(async ([name, check]) => [name, await isUp(check)] as const);
    return { service: this.#phase === 'serving', ...Object.fromEntries(await Promise.all(checked)) };
  }
}

/** The wire's answer for a component that is down: which one, and nothing of why. */
const downBody = (component: string) => ({
  error: { type: 'api', message: `${component} health check failed with error: unavailable`, code: 'HE_00' },
});

interface StatusReply {
  status(code: number): unknown;
}
interface TypedReply {
  header(name: string, value: string): unknown;
}

@Controller()
export class HealthController {
  constructor(@Inject(Health) private readonly health: Health) {}

  @Get('health')
  @Header('content-type', 'text/plain; charset=utf-8')
  good(): string {
    return 'health is good';
  }

  @Get('health/live')
  live(): { live: true } {
    return { live: true };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: StatusReply): Promise<object> {
    const components = await this.health.components();
    const down = Object.keys(components).find((name) => !components[name]);
    if (down === undefined) return components;
    reply.status(500);
    return downBody(down);
  }

  @Get('metrics')
  async metrics(@Res({ passthrough: true }) reply: TypedReply): Promise<string> {
    const { contentType, text } = await metrics.render();
    reply.header('content-type', contentType);
    return text;
  }
}

/** The routes that every service answers to whoever runs it; none of them tells more than up or down, and numbers. */
export class HealthModule {
  static of(health: Health): DynamicModule {
    return {
      module: HealthModule,
      global: true,
      controllers: [HealthController],
      providers: [{ provide: Health, useValue: health }],
      exports: [Health],
    };
  }
}
