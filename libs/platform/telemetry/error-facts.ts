/** Errors of our own, by name: their messages are our own words. A refusal or a parser of requests quotes its caller and is not here. */
const ownErrors: ReadonlySet<string> = new Set([
  ...['Fault', 'InvariantError', 'ConfigError', 'FailPointError', 'CommitUnknownError', 'DataKeysUnknown', 'SealError'],
  ...[
    'DeadlinePassed',
    'SettingsUnknown',
    'SettingsOutdated',
    'SendAborted',
    'UnsendableMessage',
    'EgressRefused',
    'NotPrepared',
  ],
  ...['NoReplySlot', 'RolledBack', 'DeletionUnconfirmed', 'SubscriberError', 'UserRefusedError', 'StorageFault'],
]);

/** Constant texts of drivers that have no code. */
const constantTexts: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Connection is closed.',
  'fetch failed',
  'other side closed',
  'socket hang up',
  'This operation was aborted',
  'The operation was aborted due to timeout',
]);

/** What on-call needs of a foreign error: its codes and the names of our own objects, never what it quotes. */
const foreignFields = [
  ...['code', 'errno', 'syscall', 'address', 'port', 'status', 'statusCode', 'severity', 'schema', 'table'],
  ...['constraint', 'dataType', 'routine', 'lines', 'retriable', 'broker', 'driverError', 'errors'],
] as const;

/** Of an error what a log line may show. `message` is undefined where it could quote a request. */
export interface ErrorFacts {
  readonly type: string;
  readonly message: string | undefined;
  readonly stack: string | undefined;
  /** Further fields, not redacted yet. */
  readonly own: Readonly<Record<string, unknown>>;
}

/**
 * The one place where an error becomes facts of a log line. Libraries quote their input: a CSV parser the cell, `URL` and
 * `JSON.parse` the text, PostgreSQL the row. So of an error that is not ours only class, codes and frames are shown.
 */
export function errorFacts(error: Error): ErrorFacts {
  const { name, message, stack, cause: _, ...fields } = error as Error & Record<string, unknown>;
  if (ownErrors.has(name)) return { type: name, message, stack, own: fields };
  const own = Object.fromEntries(
    foreignFields.filter((field) => fields[field] !== undefined).map((field) => [field, safeField(fields[field])]),
  );
  return { type: name, message: constantTexts.has(message) ? message : undefined, stack: framesOf(error), own };
}

/** The message for texts that are stored, such as the cause of a dead letter: of a foreign error its class and code. */
export function errorText(error: Error): string {
  const { type, message, own } = errorFacts(error);
  if (message !== undefined) return message === '' ? type : message;
  const { code } = own;
  return typeof code === 'string' || typeof code === 'number' ? `${type} ${code}` : type;
}

/** Codes are short words; anything longer may be a quote. Errors inside are taken apart like this one. */
function safeField(value: unknown): unknown {
  if (typeof value === 'string') return /^[\w.:/-]{1,128}$/.test(value) ? value : '[text]';
  if (Array.isArray(value)) return value.filter((each) => each instanceof Error);
  return typeof value === 'object' && !(value instanceof Error) ? undefined : value;
}

const frame = /^ {4}at .*(?::\d+:\d+\)?|<anonymous>\)?|\(native\))$/;

/** The frames of a stack. Its first lines repeat the message, which may have lines of its own. */
function framesOf({ stack, message }: Error): string | undefined {
  if (stack === undefined) return undefined;
  const at = message === '' ? -1 : stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  return rest
    .split('\n')
    .filter((line) => frame.test(line))
    .join('\n');
}
