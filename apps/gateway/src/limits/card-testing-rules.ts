/** `card_testing_guard_config` of a profile, with the interface's field names. */
export interface CardTestingConfig {
  readonly card_ip_blocking_status?: string | null;
  readonly card_ip_blocking_threshold?: number | null;
  readonly guest_user_card_blocking_status?: string | null;
  readonly guest_user_card_blocking_threshold?: number | null;
  readonly customer_id_blocking_status?: string | null;
  readonly customer_id_blocking_threshold?: number | null;
  readonly guest_ip_blocking_status?: string | null;
  readonly guest_ip_blocking_threshold?: number | null;
  readonly card_testing_guard_expiry?: number | null;
}

/** The customer, card and address of an attempt. */
export interface CardAttempt {
  readonly merchantId: string;
  readonly profileId: string;
  readonly address: string;
  /** Null: a guest. */
  readonly customerId: string | null;
  /** Null for an unknown card: the card rules do not apply then. */
  readonly fingerprint: string | null;
}

/** A counter of the attempt and the number of failures that blocks it. */
export interface CardTestingRule {
  readonly key: string;
  readonly threshold: number;
}

/** The default for a profile that is older than the field. */
const guestIpThreshold = 10;
const defaultExpirySeconds = 3_600;

export const isGuarding = (config: CardTestingConfig | null | undefined): config is CardTestingConfig =>
  config?.card_ip_blocking_status === 'enabled' ||
  config?.guest_user_card_blocking_status === 'enabled' ||
  config?.customer_id_blocking_status === 'enabled' ||
  config?.guest_ip_blocking_status === 'enabled';

export const expirySecondsOf = ({ card_testing_guard_expiry: seconds }: CardTestingConfig): number =>
  Math.max(1, seconds ?? defaultExpirySeconds);

/** The profile's rules that match this attempt. Each profile has its own counts. */
export function rulesFor(config: CardTestingConfig, attempt: CardAttempt): readonly CardTestingRule[] {
  const { merchantId, profileId, address, customerId, fingerprint } = attempt;
  const rule = (
    status: string | null | undefined,
    threshold: number | null | undefined,
    parts: readonly (string | null)[],
  ): CardTestingRule[] =>
    status === 'enabled' && parts.every((part) => part !== null)
      ? [{ key: JSON.stringify([merchantId, profileId, ...parts]), threshold: threshold ?? guestIpThreshold }]
      : [];
  const guest = customerId === null ? 'guest' : null;
  return [
    ...rule(config.card_ip_blocking_status, config.card_ip_blocking_threshold, ['card_ip', fingerprint, address]),
    ...rule(config.guest_user_card_blocking_status, config.guest_user_card_blocking_threshold, [guest, fingerprint]),
    ...rule(config.customer_id_blocking_status, config.customer_id_blocking_threshold, ['customer', customerId]),
    ...rule(config.guest_ip_blocking_status, config.guest_ip_blocking_threshold, [guest, 'ip', address]),
  ];
}
