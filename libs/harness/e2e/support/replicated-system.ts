import { spawnSystem, type AppProcess, type System, type SystemOptions } from '@payorch/harness';
import type { FailPointName } from '@payorch/platform/config';
import { allApps, type AppName } from '@payorch/provisioning';
import { setTimeout as sleep } from 'node:timers/promises';

/** An instance that has no partition, or no work, comes to no fail point. */
const reachedWithinMs = 10_000;

export interface ReplicatedOptions extends Pick<SystemOptions, 'appEnv'> {
  readonly replicas: number;
}

/** A system with several instances of every service; the sandbox plays the processor and is not replicated. */
export interface ReplicatedSystem {
  readonly system: System;
  /** The addresses of the gateways. */
  readonly gateways: readonly string[];
  /** Ends one instance of a service by SIGKILL and starts it again: at a fail point, where it comes to one soon. True: it did. */
  readonly restart: (name: AppName, replica: number, failPoint?: FailPointName) => Promise<boolean>;
}

export async function replicatedSystem({ replicas, appEnv = {} }: ReplicatedOptions): Promise<ReplicatedSystem> {
  const system = await spawnSystem({ appEnv });
  const instances = new Map<AppName, AppProcess[]>(allApps.map((name) => [name, [system.app(name)]]));
  const launched = (name: AppName, one: AppProcess): Promise<void> => {
    one.launch({ ...appEnv[name] });
    return one.ready();
  };
  try {
    const starts: Promise<void>[] = [];
    for (const name of allApps.filter((app) => app !== 'sandbox'))
      while (instances.get(name)!.length < replicas) {
        const one = await system.addInstance(name);
        instances.get(name)!.push(one);
        starts.push(launched(name, one));
      }
    await Promise.all(starts);
  } catch (error) {
    await system.stop();
    throw error;
  }
  return {
    system,
    gateways: instances.get('gateway')!.map(({ baseUrl }) => baseUrl),
    restart: async (name, replica, failPoint) => {
      const one = instances.get(name)![replica]!;
      if (failPoint !== undefined) await one.arm(`${failPoint}=kill`);
      const isReached =
        failPoint !== undefined &&
        (await Promise.race([one.whenEnded().then(() => true), sleep(reachedWithinMs).then(() => false)]));
      await one.end('SIGKILL');
      await launched(name, one);
      return isReached;
    },
  };
}
