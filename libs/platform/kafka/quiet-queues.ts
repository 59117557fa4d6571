import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * The client library's connections keep looking at what they wait for (kafkajs 2.2.4): every millisecond for requests to be
 * sent, ten times a second for answers that are late. Of a process with a handful of connections that does nothing this takes
 * several per cent of a core. What is due is a look while a request waits (one that comes to wait asks for it itself, and so
 * does every answer), and one a second for answers that may be fifteen seconds late.
 */
const look = RequestQueue.prototype.scheduleCheckPendingRequests;

RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
  if (this.pending.length > 0) look.call(this);
};

const lateAnswersEveryMs = 1_000;

RequestQueue.prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue): void {
  if (!this.enforceRequestTimeout) return;
  this.destroy();
  this.requestTimeoutIntervalId = setInterval(() => {
    for (const request of [...this.inflight.values()])
      if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
    if (!this.isConnected()) this.destroy();
  }, lateAnswersEveryMs);
};
