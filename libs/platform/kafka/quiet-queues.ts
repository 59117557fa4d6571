import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * Once used, a connection of the client library looks for waiting requests every millisecond for ever (kafkajs 2.2.4): a
 * few per cent of a core for each process that does nothing. A look is due only while a request waits; one that comes to
 * wait asks for it itself, and so does every answer.
 */
const look = RequestQueue.prototype.scheduleCheckPendingRequests;

RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
  if (this.pending.length > 0) look.call(this);
};
