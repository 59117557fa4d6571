import RequestQueue from 'kafkajs/src/network/requestQueue';
import './idle-queues';

/** A queue after an answer: nothing is throttled. */
const queueWith = (pending: readonly unknown[], rest: object = {}) =>
  Object.assign(Object.create(RequestQueue.prototype) as RequestQueue, { pending, throttledUntil: -1, ...rest });

describe("the client library's queues", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('a queue checks again only while a request waits', () => {
    queueWith([]).scheduleCheckPendingRequests();
    expect(jest.getTimerCount()).toBe(0);
    queueWith([{}]).scheduleCheckPendingRequests();
    expect(jest.getTimerCount()).toBe(1);
  });

  it('a queue times out a late request within a second, and only that one, until the connection is closed', () => {
    const given: number[] = [];
    const request = (requestTimeout: number) => ({
      sentAt: Date.now(),
      requestTimeout,
      timeoutRequest: () => given.push(requestTimeout),
    });
    let isConnected = true;
    const inflight = new Map([15_000, 20_000].map((timeout) => [timeout, request(timeout)]));
    const queue = queueWith([], { inflight, enforceRequestTimeout: true, isConnected: () => isConnected });
    queue.scheduleRequestTimeoutCheck();
    jest.advanceTimersByTime(15_000);
    expect(given).toEqual([]);
    jest.advanceTimersByTime(1_000);
    expect(given).toEqual([15_000]);
    isConnected = false;
    jest.advanceTimersByTime(1_000);
    expect(jest.getTimerCount()).toBe(0);
  });
});
