declare module 'kafkajs/src/network/requestQueue' {
  interface SocketRequest {
    readonly sentAt: number;
    readonly requestTimeout: number;
    /** Rejects the request and removes it from the queue's `inflight`. */
    timeoutRequest(): void;
  }

  /** The requests of one connection: in flight, and pending. */
  export default class RequestQueue {
    readonly pending: readonly unknown[];
    readonly inflight: ReadonlyMap<number, SocketRequest>;
    readonly enforceRequestTimeout: boolean;
    requestTimeoutIntervalId: NodeJS.Timeout | null;
    isConnected(): boolean;
    /** Ends all timers. */
    destroy(): void;
    scheduleCheckPendingRequests(): void;
    scheduleRequestTimeoutCheck(): void;
  }
}
