import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * The client library's connections poll (kafkajs 2.2.4): every millisecond for requests to be sent, ten times a second for late
 * answers. In an idle process with a handful of connections this costs several per cent of a core. Sufficient are: a check while
 * a request waits (a new request and every answer trigger a check themselves), and one check a second for answers, whose timeout
 * is fifteen seconds.
 */
const checkPending = RequestQueue.prototype.scheduleCheckPendingRequests;

RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
  if (this.pending.length > 0) checkPending.call(this);
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
