import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { type AppName, processEnv, type SystemPlan } from '@payorch/provisioning';
import { apiAt } from './http';
import { wholeLines } from './whole-lines';

const workspace = path.resolve(__dirname, '../../..');
/** A test system starts eight programs, and some journeys start one thirty times: half of a start is compiling. */
const codeCache = path.join(workspace, 'tools/lib/code-cache.cjs');
const endsWithParent = path.join(workspace, 'tools/lib/ends-with-parent.cjs');
const costCounters = path.join(workspace, 'tools/lib/cost-counters.cjs');

/** An app of a test calls this machine alone: reading more authorities would be a quarter of the CPU time of its start. */
function inheritedEnv(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _authorities, ...inherited } = process.env;
  return inherited;
}

/** One built app as a child process. A restarted app appends to the same log. */
export class AppProcess {
  private child: ChildProcess | undefined;
  private ended: Promise<string> = Promise.resolve('not started');

  constructor(
    readonly name: AppName,
    private readonly plan: SystemPlan,
    private readonly logFile: string,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get runs(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.plan.ports[this.name]}`;
  }

  logs(): string {
    return wholeLines(this.logFile);
  }

  /** Starts the app and returns at once; `ready` waits until the app is ready. */
  launch(env: Record<string, string> = {}): void {
    if (this.runs) throw new Error(`${this.name} is running already`);
    const log = openSync(this.logFile, 'a');
    const main = path.join(workspace, 'dist', this.name, 'main.cjs');
    const preloaded = [endsWithParent, codeCache, ...(env['COST_COUNTERS'] ? [costCounters] : [])];
    const child = spawn(process.execPath, [...preloaded.flatMap((file) => ['--require', file]), main], {
      cwd: workspace,
      env: { ...processEnv(this.name, this.plan, inheritedEnv()), FAIL_POINTS_BY_MESSAGE: 'true', ...env },
      stdio: ['ignore', log, log, 'ipc'],
    });
    child.channel?.unref();
    closeSync(log);
    this.child = child;
    this.ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)));
  }

  async ready(withinMs = 60_000): Promise<void> {
    const { get } = apiAt(this.baseUrl);
    for (const end = performance.now() + withinMs; performance.now() < end;) {
      if (!this.runs) break;
      const answer = await get('/health/ready').catch(() => undefined);
      if (answer?.status === 200) return;
      await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
    throw new Error(`${this.name} did not become ready; the end of its log:\n${this.logs().slice(-2000)}`);
  }

  /** Sends a signal, waits until the process ends, and returns the signal or exit code. */
  async end(signal: NodeJS.Signals): Promise<string> {
    if (this.runs) this.child?.kill(signal);
    return this.ended;
  }

  /** Arms fail points of the running process, in the text of `FAIL_POINTS`, instead of those armed before. */
  async arm(failPoints: string): Promise<void> {
    const child = this.child;
    if (!this.runs || !child) throw new Error(`${this.name} is not running`);
    const answered = once(child, 'message');
    child.send({ failPoints });
    await Promise.race([answered, this.ended.then((end) => Promise.reject(new Error(`${this.name} ended by ${end}`)))]);
  }

  /** Resolves to the signal or exit code when the process ends by itself, for example at a fail point. */
  whenEnded(): Promise<string> {
    return this.ended;
  }

  /** Sends a signal without waiting: SIGSTOP pauses the process, SIGCONT resumes it. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }
}
