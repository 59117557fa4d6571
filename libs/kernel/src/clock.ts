/** Time comes in as an argument, so that a test chooses it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
