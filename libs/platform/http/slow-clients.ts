import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that is said to be slow gets for what it has sent already to be read. */
const graceMs = 250;
/** A timer so late tells that this process was busy, and what clients sent may still wait to be read. */
const lateMs = 100;

/** The last request of each connection whose headers have been read. */
const lastOf = new WeakMap<Socket, IncomingMessage>();

/** For the start of each request: whose headers these are. */
export const noteRequest = (request: IncomingMessage): void => void lastOf.set(request.socket, request);

/**
 * What is no HTTP, or comes too slowly, never becomes a request: its socket is answered directly, with these headers. Node
 * judges by the clock alone which requests take too long, also those whose bytes wait unread because we were busy. So a
 * client is cut off for that only once this process has had time to read, and the request is still not whole.
 */
export const answerClientErrors =
  (headersOf: () => Readonly<Record<string, string>> = () => ({})) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const end = (): void => endRaw(error, socket, headersOf());
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') cutOnceRead(socket, end);
    else end();
  };

function endRaw({ code = '' }: NodeJS.ErrnoException, socket: Socket, more: Readonly<Record<string, string>>): void {
  const status = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }[code];
  const headers = Object.entries({ ...more, connection: 'close', 'content-length': '0' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status ?? '400 Bad Request'}\r\n${lines}\r\n`);
}

function cutOnceRead(socket: Socket, cut: () => void): void {
  const earlier = lastOf.get(socket);
  const wasWhole = earlier?.complete === true;
  const isWholeNow = (): boolean => {
    const last = lastOf.get(socket);
    return last?.complete === true && !(last === earlier && wasWhole);
  };
  const look = (): void => {
    const dueAt = performance.now() + graceMs;
    setTimeout(() => {
      if (socket.destroyed || isWholeNow()) return;
      if (performance.now() - dueAt > lateMs) look();
      else if (socket.writable) cut();
    }, graceMs);
  };
  look();
}
