/**
 * Every named place where a test may end, stop or break a process: one on each side of every step that must survive a
 * crash.
 */
export const failPointNames = [
  'before-commit',
  'after-commit-before-publish',
  'after-publish-before-offset',
  'decided-before-publish',
  'claimed-before-send',
  'found-before-store',
  'sent-before-write',
  'response-before-store',
  'stored-before-result',
  'reported-before-saved',
  'forbidden-before-report',
  'webhook-stored-before-verdict',
  'delivery-sent-before-store',
  'deletion-before-erasure',
  'reply-before-store',
  'reply-stored-before-sent',
  'on-sigusr2',
] as const;
export type FailPointName = (typeof failPointNames)[number];

const actions = ['kill', 'stop', 'hang', 'error'] as const;
type Action = (typeof actions)[number];

interface FailPoint {
  readonly action: Action;
  /** The hit, counted from 1, at which the fail point acts. */
  readonly atHit: number;
}

export type FailPlan = ReadonlyMap<FailPointName, FailPoint>;

const isName = (name: string): name is FailPointName => (failPointNames as readonly string[]).includes(name);
const isAction = (action: string): action is Action => (actions as readonly string[]).includes(action);

/** Parses `name=action@hit,…`; an unknown name or an unknown action is a problem. */
export function parseFailPoints(text: string): { readonly plan: FailPlan; readonly problems: readonly string[] } {
  const plan = new Map<FailPointName, FailPoint>();
  const problems: string[] = [];
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [, name = '', action = '', hit = '1'] = /^([^=@]*)=([^@]*)(?:@(.*))?$/.exec(part) ?? [];
    if (!isName(name)) problems.push(`names an unknown fail point ${JSON.stringify(name || part)}`);
    else if (!isAction(action))
      problems.push(`has action ${JSON.stringify(action)} at ${name}: must be one of ${actions.join(', ')}`);
    else if (!/^[1-9]\d{0,8}$/.test(hit))
      problems.push(`has hit ${JSON.stringify(hit)} at ${name}: must be a number from 1`);
    else plan.set(name, { action, atHit: Number(hit) });
  }
  return { plan, problems };
}

/** Thrown by a fail point with the action `error`. */
export class FailPointError extends Error {
  override readonly name = 'FailPointError';
}

const strike: Record<Action, (name: FailPointName) => void> = {
  kill: () => process.kill(process.pid, 'SIGKILL'),
  stop: () => process.kill(process.pid, 'SIGSTOP'),
  // Acts like a deadlock: the thread waits for ever and uses no CPU.
  hang: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  error: (name) => {
    throw new FailPointError(`fail point ${name}`);
  },
};

/** Counts hits against a plan. A process has one counter; a test makes its own. */
export function failPointsOf(plan: FailPlan, act = strike): (name: FailPointName) => void {
  const hits = new Map<FailPointName, number>();
  return (name) => {
    const point = plan.get(name);
    if (point === undefined) return;
    const hit = (hits.get(name) ?? 0) + 1;
    hits.set(name, hit);
    if (hit === point.atHit) act[point.action](name);
  };
}

const nothing = (): void => undefined;

/** What the process that started this one sends to arm fail points instead of those armed before; it gets the same back. */
interface Arming {
  readonly failPoints: string;
}

/**
 * The fail points of `FAIL_POINTS`. With `FAIL_POINTS_BY_MESSAGE` the process that started this one can arm others at any time.
 * `readConfig` refuses to start production with either.
 */
function armed(env: NodeJS.ProcessEnv): (name: FailPointName) => void {
  const { MODE, FAIL_POINTS = '', FAIL_POINTS_BY_MESSAGE } = env;
  if (MODE === 'production' || (FAIL_POINTS === '' && !FAIL_POINTS_BY_MESSAGE)) return nothing;
  // `readConfig` reports problems of FAIL_POINTS together with all others. An error thrown here, at import, would hide
  // the others.
  const { plan } = parseFailPoints(FAIL_POINTS);
  let pass = failPointsOf(plan);
  if (FAIL_POINTS_BY_MESSAGE) {
    process.on('message', (arming: Arming) => {
      pass = failPointsOf(parseFailPoints(arming.failPoints).plan);
      process.send?.(arming);
    });
    // The channel must not keep a process alive that has nothing left to do.
    process.channel?.unref();
  }
  // A test sends SIGUSR2 to act at a moment of its choice; without fail points the signal ends the process as usual.
  if (plan.has('on-sigusr2')) process.on('SIGUSR2', () => pass('on-sigusr2'));
  return (name) => pass(name);
}

/**
 * A place at which `FAIL_POINTS="sent-before-write=kill@3"` can kill, stop or fail the process; otherwise does nothing. Read from
 * the environment before any other code runs.
 */
export const failPoint: (name: FailPointName) => void = armed(process.env);
