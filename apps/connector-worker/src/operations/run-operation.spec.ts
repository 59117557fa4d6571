import type { OperationLine } from '@payorch/platform/telemetry';
import { Shop } from '../../test/builders';
import type { OpenedAccount } from '../accounts/opened-accounts';
import { notSent } from '../domain/outcomes';
import type { CallCommand } from './commands/call-command';
import type { CallPreparer, Preparation } from './commands/call-preparer';
import type { OperationLog } from './operation-log';
import type { ProcessorCall } from '../calls/processor-call';
import { OperationRunner } from './run-operation';

const operation = (facts: object) => ({ ...facts, state: 'sent', leaseToken: 'l', sentAt: null, found: null });

/** A runner with the claim and preparation of a test; the other parts are stubs. */
function aRunner(parts: { claim: OperationLog['claim']; prepare: () => Promise<Preparation> }) {
  const storeResult = jest.fn((row: object, outcome: object) => ({ isMine: true, operation: { ...row, outcome } }));
  const lines: OperationLine[] = [];
  const account = { pin: 'pin', connector: { guarantees: {} } } as unknown as OpenedAccount;
  const runner = new OperationRunner({
    log: { claim: parts.claim, storeResult } as unknown as OperationLog,
    accounts: { caughtUp: () => Promise.resolve(), account: () => account },
    preparer: { prepare: parts.prepare } as unknown as CallPreparer,
    processor: {} as ProcessorCall,
    usedCvcs: { deleteAfter: () => undefined },
    leaseMs: 1_000,
    logger: { operation: (line) => void lines.push(line) },
  });
  return { lines, runner, command: { flow: 'authorize', data: new Shop().authorize() } as CallCommand };
}

describe('a call', () => {
  it('a call is prepared while its claim is written', async () => {
    let onPrepared: () => void = () => undefined;
    const whenPrepared = new Promise<void>((resolve) => (onPrepared = resolve));
    const { runner, command, lines } = aRunner({
      claim: async (facts) => {
        expect(lines).toEqual([]);
        await whenPrepared;
        return { mine: true, operation: operation(facts) } as Awaited<ReturnType<OperationLog['claim']>>;
      },
      prepare: async () => {
        onPrepared();
        return { kind: 'failed', outcome: notSent('CVC_LOST') };
      },
    });
    const { outcome } = await runner.run({ ...command, requestId: 'req_1' }, 1);
    expect(lines).toEqual([
      expect.objectContaining({ event: 'operation.begun', request_id: 'req_1', operation: 'authorize' }),
    ]);
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'CVC_LOST' } });
  });

  it('a call whose claim fails is rejected, even if its preparation fails too', async () => {
    const { runner, command, lines } = aRunner({
      claim: () => Promise.reject(new Error('the database is away')),
      prepare: () => Promise.reject(new Error('no preparation')),
    });
    await expect(runner.run(command, 1)).rejects.toThrow('the database is away');
    expect(lines).toEqual([]);
  });
});
