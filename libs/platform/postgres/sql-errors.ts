/** The connection broke while COMMIT was under way: the rows may be there or not. Whoever repeats re-reads by unique key first. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';

  constructor(cause: unknown) {
    super('the outcome of COMMIT is unknown', { cause });
  }
}

interface Fields {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly message?: unknown;
  readonly errors?: unknown;
  /** TypeORM's wrapper keeps what it wraps here. */
  readonly driverError?: unknown;
}

const fieldsOf = (error: unknown): Fields => (typeof error === 'object' && error !== null ? error : {});

const sqlState = /^[0-9A-Z]{5}$/;

/** The server's own words for what went wrong, also through the wrapper that TypeORM puts around it. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, severity, driverError } = fieldsOf(error);
  if (typeof code === 'string' && sqlState.test(code) && severity !== undefined) return code;
  return driverError === undefined ? undefined : sqlStateOf(driverError);
}

/** An answer of the server that ended the statement and left the connection alive; all else leaves its effect open. */
export const isAnswered = (error: unknown): boolean =>
  sqlStateOf(error) !== undefined && fieldsOf(error).severity === 'ERROR';

/** Classes: connection, resources, system; then what says "the same again may pass" by itself. */
const transientClasses = ['08', '53', '58'];
/** A migration changed a table under a prepared statement: a new connection plans it anew. */
export const outdatedPlan = '0A000';
const transientStates = new Set([
  outdatedPlan,
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
  const state = sqlStateOf(error);
  if (state !== undefined) return isTransientState(state);
  const { code, message, errors, driverError } = fieldsOf(error);
  // One try for each address of the host.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isTransient);
  if (typeof code === 'string' && networkCodes.has(code)) return true;
  if (driverError !== undefined) return isTransient(driverError);
  const text = typeof message === 'string' ? message.toLowerCase() : '';
  return driverTexts.some((known) => text.includes(known));
}

const divisionByZero = '22012';

/**
 * An expression that fails its statement, and so the transaction, unless as many rows were written as were meant: somebody
 * else wrote one of them first.
 */
export const exactly = (written: string, meant: string): string => `1 / (${written} = ${meant})::int`;

/** Whether a statement failed by `exactly`: the work is to be done again, on what is there now. */
export const isVersionConflict = (error: unknown): boolean => sqlStateOf(error) === divisionByZero;
