import RequestQueue from 'kafkajs/src/network/requestQueue';
import './quiet-queues';

/** A queue as a connection leaves it after an answer: nothing is throttled. */
const queueWith = (pending: readonly unknown[]) =>
  Object.assign(Object.create(RequestQueue.prototype) as RequestQueue, { pending, throttledUntil: -1 });

describe("the client library's queues", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('look again only while a request waits', () => {
    queueWith([]).scheduleCheckPendingRequests();
    expect(jest.getTimerCount()).toBe(0);
    queueWith([{}]).scheduleCheckPendingRequests();
    expect(jest.getTimerCount()).toBe(1);
  });
});
