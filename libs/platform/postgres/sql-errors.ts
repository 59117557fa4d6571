/** The connection broke while COMMIT was under way: the rows may be there or not. Whoever repeats re-reads by unique key first. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';

  constructor(cause: unknown) {
    super('the outcome of COMMIT is unknown', { cause });
  }
}

const sqlState = /^[0-9A-Z]{5}$/;

/** The server's own words for what went wrong, also through the wrapper that TypeORM puts around it. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string' && sqlState.test(code) && 'severity' in error) return code;
  return driverError === undefined ? undefined : sqlStateOf(driverError);
}

/** An answer of the server that ended the statement and left the connection alive; all else leaves its effect open. */
export const isAnswered = (error: unknown): boolean =>
  sqlStateOf(error) !== undefined && (error as { severity?: string }).severity === 'ERROR';

/** Classes: connection, resources, system; then what says "the same again may pass" by itself. */
const transientClasses = ['08', '53', '58'];
const transientStates = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '57014', // statement timeout
  '57P01', // administrator's shutdown
  '57P02', // crash of another backend
  '57P03', // still starting up
  '57P05', // idle session ended
  '25P03', // idle in transaction too long
  '25006', // a standby answered: a failover is under way
]);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The driver has no codes for these. */
const driverTexts = [
  'connection terminated',
  'connection ended unexpectedly',
  'not queryable',
  'timeout exceeded when trying to connect',
  'query read timeout',
  'timeout expired',
];

const isTransientState = (state: string): boolean =>
  transientStates.has(state) || transientClasses.includes(state.slice(0, 2));

/**
 * Whether the same work may pass when it is done again: the world failed us, not the work. True for an unknown COMMIT too,
 * since such work begins by re-reading; who cannot say that of its own work looks for `CommitUnknownError` first.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return true;
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== undefined) return isTransientState(state);
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTransient);
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string' && networkCodes.has(code)) return true;
  if (driverError instanceof Error) return isTransient(driverError);
  const text = error.message.toLowerCase();
  return driverTexts.some((known) => text.includes(known));
}
