import type { Answer, RunningSystem } from '@payorch/harness';

/** Operator requests with methods that the merchant's client does not have. */
export const operatorOf = (system: RunningSystem) => ({
  put: (path: string, body: object): Promise<Answer> =>
    system.admin.raw('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' }),
  remove: (path: string): Promise<Answer> => system.admin.raw('DELETE', path),
});

/** The key of a rule, and the required fields of a new one. */
export const gsmKey = (code: string) => ({
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code,
  message: 'Your card was declined.',
});

export const gsmBody = (code: string) => ({
  ...gsmKey(code),
  status: 'Failure',
  decision: 'retry',
  step_up_possible: false,
  clear_pan_possible: false,
});
