/** What a decision about an object changes, with the effects; a service adds its refusals. */
export type Decided<State, Effect> =
  | { readonly kind: 'decided'; readonly state: State; readonly effects: readonly Effect[] }
  /** The message is stale, out of order or needs nothing: the object does not change. */
  | { readonly kind: 'unchanged'; readonly effects: readonly Effect[] };

export const decided = <State, Effect>(state: State, effects: readonly Effect[] = []): Decided<State, Effect> => ({
  kind: 'decided',
  state,
  effects,
});

export const unchanged = <Effect>(effects: readonly Effect[] = []): Decided<never, Effect> => ({
  kind: 'unchanged',
  effects,
});

/** Where the reply to a waiting caller goes. */
export interface PendingReply {
  readonly topic: string;
  readonly correlationId: string;
}
