/** What brings the endpoints of an account into order. */
export interface EndpointPlan {
  /** The known endpoint, which is enabled again; null: a new one is created. */
  readonly update: string | null;
  /** Endpoints of lost answers: no account has their secrets, so that their webhooks could not be verified. */
  readonly remove: readonly string[];
}

/** `found`: the endpoints of ours that the processor has. `known`: the one whose secret the account has. */
export function endpointPlan(found: readonly string[], known: string | null): EndpointPlan {
  const update = known !== null && found.includes(known) ? known : null;
  return { update, remove: found.filter((id) => id !== update) };
}
