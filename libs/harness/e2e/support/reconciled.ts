import type { Json, RunningSystem, TestMerchant } from '@payorch/harness';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runReconcile } from './ops-command';

const dayMs = 86_400_000;

/**
 * Asserts that the list of each processor agrees with what the owners have of a merchant, by the command that operators run. Works without
 * the payouts service. The sync schedule has ended: what waits for an outcome would be a finding. Returns how many matched.
 */
export async function expectReconciled(system: RunningSystem, merchant: TestMerchant): Promise<number> {
  const out = mkdtempSync(path.join(tmpdir(), 'reconciled-'));
  const [from, to] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString());
  const kinds = ['payment', 'refund', 'dispute'].flatMap((kind) => ['--kind', kind]);
  const scope = ['--merchant', merchant.merchantId, '--from', from!, '--to', to!, ...kinds];
  let matched = 0;
  try {
    for (const connector of Object.keys(merchant.connectors)) {
      const args = ['--connector', connector, ...scope, '--out', path.join(out, connector), '--no-report', '--json'];
      const { code, stdout, stderr } = await runReconcile(system, args);
      if (code !== 0) throw new Error(`${connector} is not reconciled (${code}):\n${stdout}${stderr}`);
      matched += (JSON.parse(stdout) as Json).counts.matched;
    }
    return matched;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
