/**
 * The world failed us: a broker that does not answer, a check that found something down. The message is made of our own
 * words, and no request's data is in it: a log line shows it.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
}
