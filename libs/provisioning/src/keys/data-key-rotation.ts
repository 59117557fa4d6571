/** What one process says about the rows under older data keys (`seals_waiting` of the ring `data`). */
export interface DataSeals {
  /** How many data keys the process knows that are not the first of their merchant. */
  readonly rotations: number;
  readonly waiting: number;
}

/** Undefined before the first look of the process. */
export function dataSealsIn(metricsText: string): DataSeals | undefined {
  const [, rotations, waiting] = /^seals_waiting\{ring="data",kid="(\d+)"\} (\d+)$/m.exec(metricsText) ?? [];
  return rotations === undefined ? undefined : { rotations: Number(rotations), waiting: Number(waiting) };
}

/**
 * Whether a process seals with every data key that `rotations` counts, and no row of its service names an older one.
 * `rotations`: the number in the gateway's table. It only grows, so a process that knows as many knows all of them.
 */
export function areRowsResealed(metricsText: string, rotations: number): boolean {
  const seals = dataSealsIn(metricsText);
  return seals !== undefined && seals.rotations >= rotations && seals.waiting === 0;
}

/** A data key of a merchant that seals or has sealed. */
export interface SealingDataKey {
  readonly version: number;
  readonly createdAt: Date;
}

/** In ascending order of their versions; the last is the current one. */
export type SealingDataKeys = readonly SealingDataKey[];

/** How many data keys were made after the first of their merchant, retired ones too. */
export const rotationsOf = (merchants: readonly SealingDataKeys[]): number =>
  merchants.reduce((sum, keys) => sum + (keys.at(-1)?.version ?? 1) - 1, 0);

/** An older data key, and how long unhandled messages may still name it, in ms. */
export interface OlderDataKey {
  readonly version: number;
  readonly namedForMs: number;
}

/** A data key is current until the next one is made. A message that names it may then wait for the retention of its topic. */
export const olderDataKeys = (keys: SealingDataKeys, retentionMs: number, now = new Date()): OlderDataKey[] =>
  keys.slice(0, -1).map(({ version }, at) => {
    const replacedForMs = now.getTime() - keys[at + 1]!.createdAt.getTime();
    return { version, namedForMs: Math.max(0, retentionMs - replacedForMs) };
  });
