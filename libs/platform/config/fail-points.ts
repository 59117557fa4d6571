/** Every named place where a test may end, stop or break a process: one on each side of every step that must survive it. */
export const failPointNames = [
  'before-commit',
  'after-commit-before-publish',
  'after-publish-before-offset',
  'claimed-before-send',
  'found-before-store',
  'sent-before-write',
  'response-before-store',
  'stored-before-result',
  'shut-before-report',
  'webhook-stored-before-verdict',
  'delivery-sent-before-store',
  'answer-before-store',
  'answer-stored-before-sent',
  'on-sigusr2',
] as const;
export type FailPointName = (typeof failPointNames)[number];

const actions = ['kill', 'stop', 'hang', 'error'] as const;
type Action = (typeof actions)[number];

interface FailPoint {
  readonly action: Action;
  /** Strikes at this hit, counted from 1, and at no other. */
  readonly atHit: number;
}

export type FailPlan = ReadonlyMap<FailPointName, FailPoint>;

const isName = (name: string): name is FailPointName => (failPointNames as readonly string[]).includes(name);
const isAction = (action: string): action is Action => (actions as readonly string[]).includes(action);

/** Reads `name=action@hit,…`; a name that no code passes, or an action that nobody knows, is a problem. */
export function parseFailPoints(text: string): { readonly plan: FailPlan; readonly problems: readonly string[] } {
  const plan = new Map<FailPointName, FailPoint>();
  const problems: string[] = [];
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [, name = '', action = '', hit = '1'] = /^([^=@]*)=([^@]*)(?:@(.*))?$/.exec(part) ?? [];
    if (!isName(name)) problems.push(`names an unknown fail point ${JSON.stringify(name || part)}`);
    else if (!isAction(action))
      problems.push(`wants ${JSON.stringify(action)} at ${name}: one of ${actions.join(', ')}`);
    else if (!/^[1-9]\d{0,8}$/.test(hit)) problems.push(`wants hit ${JSON.stringify(hit)} of ${name}: a number from 1`);
    else plan.set(name, { action, atHit: Number(hit) });
  }
  return { plan, problems };
}

/** What an armed `error` throws. */
export class FailPointError extends Error {
  override readonly name = 'FailPointError';
}

const strike: Record<Action, (name: FailPointName) => void> = {
  kill: () => process.kill(process.pid, 'SIGKILL'),
  stop: () => process.kill(process.pid, 'SIGSTOP'),
  // As a deadlock does: the thread waits, using nothing, for what never comes.
  hang: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  error: (name) => {
    throw new FailPointError(`fail point ${name}`);
  },
};

/** A counter of hits over a plan: one a process; a test makes its own. */
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

/** Armed by the environment alone, before anything runs; production has none (`readConfig` refuses to start with them). */
function armed({ MODE, FAIL_POINTS }: NodeJS.ProcessEnv): (name: FailPointName) => void {
  if (MODE === 'production' || FAIL_POINTS === undefined || FAIL_POINTS === '') return nothing;
  // What is wrong with them `readConfig` tells, together with all else, and does not start: thrown here, at the import, it
  // would hide the rest.
  const { plan } = parseFailPoints(FAIL_POINTS);
  const pass = failPointsOf(plan);
  // A test that wants to strike at a moment of its own sends the signal; unarmed, it ends the process as it always does.
  if (plan.has('on-sigusr2')) process.on('SIGUSR2', () => pass('on-sigusr2'));
  return pass;
}

/** A place where the process may be made to die, stop or fail by `FAIL_POINTS="sent-before-write=kill@3"`; else nothing. */
export const failPoint: (name: FailPointName) => void = armed(process.env);
