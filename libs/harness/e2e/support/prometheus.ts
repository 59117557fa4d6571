import { allApps } from '@payorch/provisioning';
import type { RunningSystem } from '@payorch/harness';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';

const workspace = path.resolve(__dirname, '../../../..');

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook_url: string };
}
export interface Finding {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
}

export const alertRules = (): Alert[] => {
  const text = readFileSync(path.join(workspace, 'deploy/monitoring/alerts.yml'), 'utf8');
  return (parse(text) as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);
};

/** Prometheus itself, reading every process of a system once a second. */
export class Prometheus {
  private constructor(
    private readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  /** Builds Prometheus first if necessary, with Go, in minutes. */
  static async start(system: RunningSystem): Promise<Prometheus> {
    const targets = allApps
      .filter((name) => name !== 'sandbox')
      .flatMap((name) => ['--target', `${name}=${system.baseUrl(name)}`]);
    const args = [path.join(workspace, 'tools/prometheus.mjs'), ...targets, '--api-key', system.adminKey];
    const host = spawn(process.execPath, [...args, '--every', '1s'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(host, 'exit');
    const line = await Promise.race([
      once(createInterface({ input: host.stdout }), 'line'),
      ended.then(() => undefined),
    ]);
    if (line === undefined) throw new Error('Prometheus did not start');
    return new Prometheus((JSON.parse(line[0] as string) as { url: string }).url, async () => {
      host.stdin.end();
      await ended;
    });
  }

  /** What the expression of a rule finds now, without the time that the rule waits. */
  async find({ alert, expr }: Alert): Promise<Finding[]> {
    const answer = await fetch(`${this.url}/api/v1/query?${new URLSearchParams({ query: expr }).toString()}`);
    const { status, data } = (await answer.json()) as {
      status: string;
      data?: { result: { metric: Record<string, string> }[] };
    };
    if (status !== 'success' || !data) throw new Error(`Prometheus refuses the rule ${alert}`);
    return data.result.map(({ metric }) => ({ alert, labels: metric }));
  }

  async findAll(): Promise<Finding[]> {
    return (await Promise.all(alertRules().map((rule) => this.find(rule)))).flat();
  }
}
