/** The connection broke during COMMIT: the rows may be committed or not. A repetition reads by unique key first. */
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
  /** The property in which TypeORM stores the wrapped error. */
  readonly driverError?: unknown;
}

const fieldsOf = (error: unknown): Fields => (typeof error === 'object' && error !== null ? error : {});

const sqlState = /^[0-9A-Z]{5}$/;

interface ServerError {
  readonly state: string;
  readonly severity: unknown;
}

/** The server's error, also inside TypeORM's wrapper. */
function serverErrorOf(error: unknown): ServerError | undefined {
  const { code, severity, driverError } = fieldsOf(error);
  if (typeof code === 'string' && sqlState.test(code) && severity !== undefined) return { state: code, severity };
  return driverError === undefined ? undefined : serverErrorOf(driverError);
}

/** The SQL state of the server's error, also inside TypeORM's wrapper. */
export const sqlStateOf = (error: unknown): string | undefined => serverErrorOf(error)?.state;

/**
 * Whether the server answered with an error that ended the statement only; any other failure leaves the effect open.
 */
export const isAnswered = (error: unknown): boolean =>
  sqlStateOf(error) !== undefined && fieldsOf(error).severity === 'ERROR';

/** A migration changed a table under a prepared statement: a new connection plans the statement again. */
export const outdatedPlan = '0A000';
/**
 * Errors that a repetition may avoid, each by its own code: a class of codes would include errors of our statements, which a
 * repetition meets again for ever.
 */
const transientStates = new Set([
  outdatedPlan,
  '08000', // connection exception
  '08001', // the server could not connect to another one
  '08003', // connection does not exist
  '08004', // the server rejected the connection
  '08006', // connection failure
  '08007', // the outcome of a transaction is unknown to a proxy
  '25006', // a standby answered: a failover is under way
  '25P03', // idle in transaction too long
  '40001', // serialization failure
  '40P01', // deadlock
  '53000', // insufficient resources
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // lock not available
  '57014', // statement timeout
  '57P01', // administrator's shutdown
  '57P02', // crash of another backend
  '57P03', // still starting up
  '57P05', // idle session ended
  '58000', // system error
  '58030', // input or output error
]);

/** PgBouncer reports a connection that it lost or refuses as a protocol violation; one of our own statements ends only itself. */
const isLostByPooler = ({ state, severity }: ServerError): boolean => state === '08P01' && severity === 'FATAL';

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

/** The driver has no codes for these errors. */
const driverTexts = [
  'connection terminated',
  'connection ended unexpectedly',
  'not queryable',
  'timeout exceeded when trying to connect',
  'query read timeout',
  'timeout expired',
];

/**
 * Whether a repetition of the same work may succeed: the infrastructure failed, not the work. True for an unknown
 * COMMIT too, because such work begins by reading again; work without this property checks for `CommitUnknownError`
 * first.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return true;
  const answered = serverErrorOf(error);
  if (answered !== undefined) return transientStates.has(answered.state) || isLostByPooler(answered);
  const { code, message, errors, driverError } = fieldsOf(error);
  // One error for each address of the host.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isTransient);
  if (typeof code === 'string' && networkCodes.has(code)) return true;
  if (driverError !== undefined) return isTransient(driverError);
  const text = typeof message === 'string' ? message.toLowerCase() : '';
  return driverTexts.some((known) => text.includes(known));
}

/** Raised by the function `version_conflict()` of a service's schema; classes from I to Z are free for applications. */
const versionConflict = 'VC001';

/**
 * An expression that fails its statement, and so the transaction, unless the expected number of rows was written:
 * another transaction wrote one of them first. The function is called only then.
 */
export const exactly = (written: string, meant: string): string =>
  `CASE WHEN ${written} = ${meant} THEN 1 ELSE version_conflict() END`;

/** Whether a statement failed by `exactly`: repeat the work on the current rows. */
export const isVersionConflict = (error: unknown): boolean => sqlStateOf(error) === versionConflict;
