import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';

type Hooks = BeforeApplicationShutdown & OnApplicationShutdown;

const at =
  (hook: keyof Hooks) =>
  <T extends object>(part: T, end: (part: T) => unknown): T =>
    Object.assign(part, { [hook]: async () => void (await end(part)) });

/** Has Nest end a part whose work needs the connections: before any connection closes. */
export const endedAtShutdown = at('beforeApplicationShutdown');

/** Has Nest close a connection: after all work has ended, and after the providers that were made from it. */
export const closedAtShutdown = at('onApplicationShutdown');
