declare module 'kafkajs/src/network/requestQueue' {
  /** The requests of one connection: in flight, and waiting for room. */
  export default class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
}
