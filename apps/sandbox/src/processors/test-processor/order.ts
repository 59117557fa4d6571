/**
 * An order, as the processor records it: a sum that the customer approves before it is paid. created: waits for the customer.
 * completed: paid, and never again.
 */
export interface Order {
  readonly id: string;
  readonly connector: string;
  /** Digest of the API key of the request: no other account pays the order. */
  readonly account: string;
  readonly reference: string;
  readonly status: 'created' | 'approved' | 'completed';
  readonly amount: number;
  readonly currency: string;
  readonly capture: 'automatic' | 'manual';
  readonly createdMs: number;
}
