import { aMerchant, contextRoots, imageLayout, ok, paymentBody, workspace } from '@payorch/harness';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PlainContainers } from '../support/plain-containers';

describe('docker-compose.yml, its containers in plain folders', () => {
  let containers: PlainContainers;
  beforeAll(async () => {
    containers = await PlainContainers.create();
    await containers.start();
  });
  afterAll(() => containers?.stop());

  it('a new merchant pays, is refunded, and reads the page of the reference', async () => {
    const merchant = await aMerchant(containers);
    const { payment_id, status } = ok(await merchant.api.post('/payments', paymentBody()));
    expect(status).toBe('succeeded');
    expect(ok(await merchant.api.post('/refunds', { payment_id })).status).toBe('succeeded');
    const page = await fetch(`${containers.baseUrl()}/docs`);
    expect(page.status).toBe(200);
  });

  it('an operator on the host manages subscribers over TLS', async () => {
    const subscribers = (...args: readonly string[]): unknown => {
      const env = { ...process.env, ...containers.operatorEnv() };
      const tool = [path.join(workspace, 'tools/subscribers.mjs'), ...args, '--json'];
      return JSON.parse(execFileSync(process.execPath, tool, { cwd: workspace, env, encoding: 'utf8' }));
    };
    const { KAFKA_BROKERS: brokers } = containers.operatorEnv();
    expect(subscribers('add', 'audit', '--topics', 'payments.lifecycle')).toMatchObject({ brokers, name: 'audit' });
    expect(subscribers('list')).toMatchObject([{ name: 'audit', groupPrefixes: ['audit.'] }]);
  });
});

it('the build of the image works with the files that the context lets in', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-context-'));
  try {
    const isNoSpec = (file: string): boolean => !file.endsWith('.spec.ts');
    for (const source of imageLayout('provision').contextSources.filter((one) => contextRoots().includes(one)))
      cpSync(path.join(workspace, source), path.join(folder, source), { recursive: true, filter: isNoSpec });
    symlinkSync(path.join(workspace, 'node_modules'), path.join(folder, 'node_modules'));
    for (const app of ['provision', 'gateway']) {
      execFileSync(process.execPath, ['tools/build.mjs', app], { cwd: folder, stdio: 'pipe' });
      expect(existsSync(path.join(folder, 'dist', app, 'main.cjs'))).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
