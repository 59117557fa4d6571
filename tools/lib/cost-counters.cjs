// Preloaded with `node --require` into the apps of the shared system, for the ledger of costs alone; no other process loads it.
// Counts what one process does, between two requests at the socket `<COST_COUNTERS>/<app>.sock`: POST /count and POST /stop, or POST
// /sample and POST /stop-sampling. Otherwise it only reads the names of prepared statements, which a connection sends once.
const { createServer } = require('node:http');
const { Session } = require('node:inspector');
const { Socket } = require('node:net');
const path = require('node:path');
const { isMainThread } = require('node:worker_threads');

const { parse, stringify } = JSON;
/** A shorter text is a key, a header or a log field, not a part of a payment that costs anything. */
const leastText = 256;
/** A smaller object has fewer than sixty fields: it is no payment, message or row of one. */
const leastObject = 512;
/** Bytes between two samples, on average: of the smallest objects that count, one in fifty is missed. */
const samplingInterval = 128;

/** The transactions and JSON texts since POST /count. */
let counted;

// SQL: the messages of each connection to Postgres, in the protocol's version 3. The driver writes whole messages.

const connections = new WeakMap();
const startupMessage = 196_608;

const textAt = (bytes, at) => bytes.toString('utf8', at, bytes.indexOf(0, at));
const textAfter = (bytes, at) => textAt(bytes, bytes.indexOf(0, at) + 1);

/** The state of a connection to Postgres, which begins with a message that names the user; null for another connection. */
function connectionOf(socket, bytes) {
  if (!connections.has(socket)) {
    const isPostgres = bytes.length > 12 && bytes.readInt32BE(4) === startupMessage && textAt(bytes, 8) === 'user';
    connections.set(socket, isPostgres ? { texts: new Map(), transaction: undefined } : null);
    return null;
  }
  return connections.get(socket);
}

function noteStatement(connection, text) {
  if (/^(DISCARD PLANS; )?BEGIN\b/.test(text)) connection.transaction = { opening: text, statements: [] };
  else if (!connection.transaction) counted?.transactions.push({ opening: '', statements: [text] });
  else if (text === 'COMMIT' || text === 'ROLLBACK') {
    counted?.transactions.push(connection.transaction);
    connection.transaction = undefined;
  } else connection.transaction.statements.push(text);
}

function readMessages(connection, bytes) {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const kind = String.fromCharCode(bytes[at]);
    const body = at + 5;
    if (kind === 'Q') noteStatement(connection, textAt(bytes, body));
    if (kind === 'P') connection.texts.set(textAt(bytes, body), textAfter(bytes, body));
    if (kind === 'B') noteStatement(connection, connection.texts.get(textAfter(bytes, body)) ?? '');
  }
}

function countStatements() {
  const { write } = Socket.prototype;
  Socket.prototype.write = function (bytes, ...more) {
    const connection = Buffer.isBuffer(bytes) ? connectionOf(this, bytes) : null;
    if (connection) readMessages(connection, bytes);
    return write.call(this, bytes, ...more);
  };
}

// JSON

const noteText = (kind, text) => {
  if (text?.length >= leastText) counted.texts.push({ kind, text });
};

function countTexts() {
  JSON.parse = (text, ...more) => {
    const value = parse(text, ...more);
    noteText('parsed', String(text));
    return value;
  };
  JSON.stringify = (...args) => {
    const text = stringify(...args);
    noteText('printed', text);
    return text;
  };
}

// Objects, also those that the garbage collector has taken.

const session = new Session();
const post = (method, params) =>
  new Promise((resolve, reject) => {
    session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
  });

/** The large objects of a profile, each with the functions that created it, innermost first. */
function largeObjects({ head, samples }) {
  const stacks = new Map();
  const visit = ({ id, callFrame: { functionName, url, lineNumber }, children }, callers) => {
    const stack = [{ name: functionName, url, line: lineNumber }, ...callers];
    stacks.set(id, stack);
    for (const child of children) visit(child, stack);
  };
  visit(head, []);
  return samples
    .filter(({ size }) => size >= leastObject)
    .map(({ size, nodeId }) => ({ size, stack: stacks.get(nodeId).slice(0, 10) }));
}

const actions = {
  '/count': async () => {
    counted = { transactions: [], texts: [] };
    countTexts();
    return {};
  },
  '/sample': () =>
    post('HeapProfiler.startSampling', {
      samplingInterval,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    }),
  '/stop': async () => {
    Object.assign(JSON, { parse, stringify });
    const result = { ...counted };
    counted = undefined;
    return result;
  },
  '/stop-sampling': async () => ({ objects: largeObjects((await post('HeapProfiler.stopSampling')).profile) }),
};

function listen(folder) {
  countStatements();
  session.connect();
  const app = path.basename(path.dirname(path.resolve(process.argv[1])));
  const server = createServer((request, response) => {
    actions[request.url]().then(
      (result) => response.end(stringify(result)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(path.join(folder, `${app}.sock`)).unref();
}

if (isMainThread && process.env.COST_COUNTERS) listen(process.env.COST_COUNTERS);
