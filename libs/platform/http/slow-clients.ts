import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Time for reading the data that a slow client has already sent; in ms. */
const graceMs = 250;
/** A timer this late shows that this process was busy, and data from clients may still be unread. */
const lateMs = 100;

/** The last request of each connection whose headers have been read. */
const lastOf = new WeakMap<Socket, IncomingMessage>();

/** Call at the start of each request: records the request of the connection. */
export const noteRequest = (request: IncomingMessage): void => void lastOf.set(request.socket, request);

/**
 * Data that is not HTTP, or arrives too slowly, never becomes a request: this handler answers the socket directly, with
 * these headers. Node measures by the clock alone, also for requests whose bytes wait unread while the process is busy.
 * So a client is cut off only after this process has had time to read and the request is still incomplete.
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
  const checkRead = (): void => {
    const dueAt = performance.now() + graceMs;
    setTimeout(() => {
      if (socket.destroyed || isWholeNow()) return;
      if (performance.now() - dueAt > lateMs) checkRead();
      else if (socket.writable) cut();
    }, graceMs);
  };
  checkRead();
}
