import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that is said to be slow gets for what it has sent already to be read. */
const graceMs = 250;
/** A timer so late tells that this process was busy, and what clients sent may still wait to be read. */
const lateMs = 100;

/** The last request of each connection whose headers have been read. */
const lastOf = new WeakMap<Socket, IncomingMessage>();

export const noteRequest = (request: IncomingMessage): void => void lastOf.set(request.socket, request);

/**
 * Node judges by the clock alone which requests take too long, also those whose bytes wait unread because we were busy. So
 * a client is `cut` off only once this process has had time to read, and the request is still not whole.
 */
export function cutIfSlow(socket: Socket, cut: () => void): void {
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
