import { EventEmitter } from 'node:events';
import { silentLogger } from '@payorch/platform/telemetry';
import { shutDownOnSignals, type ProcessLike } from './drain';

class FakeProcess extends EventEmitter implements ProcessLike {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

function started(drain: () => Promise<void>, timeoutMs = 1_000): FakeProcess {
  const process = new FakeProcess();
  shutDownOnSignals({ process, logger: silentLogger, drain, timeoutMs });
  return process;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = (): Promise<void> => new Promise(() => undefined);

describe('shutDownOnSignals', () => {
  it.each(['SIGTERM', 'SIGINT'])('%s drains the process once, then exits with 0', async (signal) => {
    const drain = jest.fn(() => Promise.resolve());
    const process = started(drain);
    process.emit(signal);
    expect(process.exits).toEqual([]);
    await settled();
    expect(process.exits).toEqual([0]);
    expect(drain).toHaveBeenCalledTimes(1);
  });

  it('a second signal exits without waiting', () => {
    const process = started(never);
    process.emit('SIGTERM');
    process.emit('SIGINT');
    expect(process.exits).toEqual([1]);
  });

  it('a shutdown ends in time, drained or not', () => {
    jest.useFakeTimers();
    const process = started(never, 25_000);
    process.emit('SIGTERM');
    jest.advanceTimersByTime(24_999);
    expect(process.exits).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(process.exits).toEqual([1]);
    jest.useRealTimers();
  });

  it('a failed drain is logged', async () => {
    const process = started(() => Promise.reject(new Error('no')));
    process.emit('SIGTERM');
    await settled();
    expect(process.exits).toEqual([1]);
  });

  it.each(['unhandledRejection', 'uncaughtException'])('%s ends the process', (event) => {
    const process = started(never);
    process.emit(event, new Error('bug'));
    expect(process.exits).toEqual([1]);
  });
});
