import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const workspace = path.resolve(__dirname, '../../../../..');

/** Whether this machine can build stripe-mock: the one reason for which its spec may be left out. */
export function hasGo(): boolean {
  const program = "import('./tools/lib/stripe-mock.mjs').then(({ goProgram }) => process.exit(goProgram() ? 0 : 1))";
  try {
    execFileSync(process.execPath, ['-e', program], { cwd: workspace, stdio: 'ignore' });
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

  /** Builds it where that was not done yet. It ends with this process: it reads from a pipe that then closes. */
  static async start(): Promise<StripeMock> {
    const host = spawn(process.execPath, [path.join(workspace, 'tools/stripe-mock.mjs')], {
      cwd: workspace,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let complaints = '';
    host.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    const line = once(createInterface({ input: host.stdout }), 'line');
    const said = await Promise.race([line, once(host, 'exit').then(() => undefined)]);
    if (said === undefined) throw new Error(`no stripe-mock: ${complaints}`);
    return new StripeMock(host, (JSON.parse(said[0] as string) as { url: string }).url);
  }

  async stop(): Promise<void> {
    const ended = once(this.host, 'exit');
    this.host.stdin?.end();
    await ended;
  }
}
