import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const workspace = path.resolve(__dirname, '../../../..');
const command = path.join(workspace, 'tools/stripe-mock.mjs');

/** Whether Go is installed to build stripe-mock. Only without Go may the spec be skipped. */
export function hasGo(): boolean {
  try {
    execFileSync(process.execPath, [command, '--check'], { cwd: workspace, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export class StripeMock {
  private constructor(
    private readonly host: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts the mock, and builds it first if necessary. The mock ends with this process, when its stdin pipe closes. */
  static async start(): Promise<StripeMock> {
    const host = spawn(process.execPath, [command], {
      cwd: workspace,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let complaints = '';
    host.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    const line = once(createInterface({ input: host.stdout }), 'line');
    const firstLine = await Promise.race([line, once(host, 'exit').then(() => undefined)]);
    if (firstLine === undefined) throw new Error(`no stripe-mock: ${complaints}`);
    return new StripeMock(host, (JSON.parse(firstLine[0] as string) as { url: string }).url);
  }

  async stop(): Promise<void> {
    const ended = once(this.host, 'exit');
    this.host.stdin?.end();
    await ended;
  }
}
