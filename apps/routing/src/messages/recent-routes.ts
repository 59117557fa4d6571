import type { OperationId } from '@payorch/kernel';
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
  private readonly routes = new Map<OperationId, SentRoute>();

  constructor(private readonly limit: number = defaultLimit) {}

  add(operationId: OperationId, route: SentRoute): void {
    // The newest is last, so that the first one is the oldest.
    this.routes.delete(operationId);
    this.routes.set(operationId, route);
    if (this.routes.size <= this.limit) return;
    const [oldest] = this.routes.keys();
    if (oldest !== undefined) this.routes.delete(oldest);
  }

  of(operationId: OperationId): SentRoute | undefined {
    return this.routes.get(operationId);
  }
}
