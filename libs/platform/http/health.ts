import { Fault } from '@payorch/kernel';
import { Controller, Get, Header, Res, type DynamicModule } from '@nestjs/common';
import { HealthIndicatorService } from '@nestjs/terminus';
import { metrics } from '@payorch/platform/telemetry';

/** Resolves when the component is up; any other result (rejection, false, too slow) is down. */
export type HealthCheck = () => Promise<unknown>;
export type HealthChecks = Readonly<Record<string, HealthCheck>>;

export interface Readiness {
  /** By name; `service` is this process itself. */
  readonly components: Readonly<Record<string, boolean>>;
  /** The first failed component that is required; undefined if there is none. */
  readonly failed: string | undefined;
}

const slowestCheckMs = 2_000;
/** Readiness requires no key: results are cached, so that frequent requests cause few checks. */
const rememberedMs = 250;

/** Whether this process accepts work: started, not draining, and every required component is up. */
export class Health {
  #phase: 'starting' | 'serving' | 'draining' = 'starting';
  #needed: HealthChecks = {};
  #disposable: HealthChecks = {};
  readonly #indicators = new HealthIndicatorService();

  /** `needed` decides readiness; `disposable` is only reported, and the service works without it (M14). */
  watch(needed: HealthChecks, disposable: HealthChecks = {}): void {
    this.#needed = needed;
    this.#disposable = disposable;
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

  async readiness(): Promise<Readiness> {
    const checks = Object.entries({ ...this.#needed, ...this.#disposable });
    const checked = await Promise.all(
      checks.map(async ([name, check]) => [name, await this.#isUp(name, check)] as const),
    );
    const components: Record<string, boolean> = {
      service: this.#phase === 'serving',
      ...Object.fromEntries(checked),
    };
    const failed = Object.keys(components).find((name) => !components[name] && !(name in this.#disposable));
    return { components, failed };
  }

  async #isUp(name: string, check: HealthCheck): Promise<boolean> {
    const answered = async () => {
      if ((await check()) === false) throw new Fault(`${name} is down`);
    };
    const attempt = this.#indicators.check(name).attempt(answered);
    const result = await attempt.withTimeout(slowestCheckMs).cacheFor(rememberedMs);
    return result[name]?.status === 'up';
  }
}

/** The error body for a component that is down: its name, and no reason. */
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
  constructor(private readonly health: Health) {}

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
    const { components, failed } = await this.health.readiness();
    if (failed === undefined) return components;
    reply.status(500);
    return downBody(failed);
  }

  @Get('metrics')
  async metrics(@Res({ passthrough: true }) reply: TypedReply): Promise<string> {
    const { contentType, text } = await metrics.render();
    reply.header('content-type', contentType);
    return text;
  }
}

/** The operational routes of every service; they reveal only up or down, and metrics. */
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
