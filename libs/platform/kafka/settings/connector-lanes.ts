import type { AccountRef, ConfigSettings, Outgoing } from '@payorch/contracts';
import { baseAccountOf, isInLanes, laneKeysOf, sharedLane } from '@payorch/contracts';
import type { GlobalSettings } from './global-settings';

type Named = Pick<AccountRef, 'connector' | 'merchantConnectorId'>;

/** That an operator gave an account, or its connector, another lane. */
export interface LaneMove {
  readonly at: Date;
  readonly from: string;
}

/**
 * The lane of every connector account: its own, else its connector's, else the shared one. Operators set lanes as configs, so every
 * service learns of a change within milliseconds and without a restart.
 */
export class ConnectorLanes {
  constructor(private readonly settings: Pick<GlobalSettings, 'config' | 'lastChange'>) {}

  laneOf(account: Named): string {
    const [own, connectors] = keysOf(account);
    return this.settings.config(own) ?? this.ofConnector(connectors);
  }

  /** The lane of a message; undefined for one that travels in no lane. */
  of({ message, data }: Outgoing): string | undefined {
    return isInLanes(message.topic) ? this.laneOf((data as { readonly account: Named }).account) : undefined;
  }

  /** The last change of the account's lane. A change of its connector's counts where the account has none of its own. */
  lastMove(account: Named): LaneMove | undefined {
    const [own, connectors] = keysOf(account);
    const ofAccount = moveOf(this.settings.lastChange(own), () => this.ofConnector(connectors));
    if (this.settings.config(own) !== undefined) return ofAccount;
    const ofConnector = moveOf(this.settings.lastChange(connectors), () => sharedLane);
    return ofAccount && ofConnector && ofConnector.at < ofAccount.at ? ofAccount : (ofConnector ?? ofAccount);
  }

  private ofConnector(key: string): string {
    return this.settings.config(key) ?? sharedLane;
  }
}

const keysOf = ({ connector, merchantConnectorId }: Named) =>
  laneKeysOf({ connector, merchantConnectorId: baseAccountOf(merchantConnectorId) });

/** `otherwise`: the lane of an account without this config. */
const moveOf = (change: ConfigSettings | undefined, otherwise: () => string): LaneMove | undefined =>
  change && { at: new Date(change.updatedAt), from: change.before ?? otherwise() };
