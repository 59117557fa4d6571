import type { OperationId } from '@payorch/kernel';
import { LRUCache } from 'lru-cache';
import type { Route } from '../domain/decide/choose-route';

/** Where an operation was sent, and why. */
export type SentRoute = Extract<Route, { kind: 'routed' }>;

/** More than the operations that are due for a begin check: those of some seconds. */
const defaultLimit = 5_000;

/**
 * Where this process lately sent operations. Health and scores change between a request and its begin check, which is about the
 * account that has the command.
 */
export class RecentRoutes {
  private readonly routes: LRUCache<OperationId, SentRoute>;

  constructor(limit: number = defaultLimit) {
    this.routes = new LRUCache({ max: limit });
  }

  add(operationId: OperationId, route: SentRoute): void {
    this.routes.set(operationId, route);
  }

  /** A route that is read is forgotten no later. */
  of(operationId: OperationId): SentRoute | undefined {
    return this.routes.peek(operationId);
  }
}
