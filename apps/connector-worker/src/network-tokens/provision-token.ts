import type { connectorProvisionToken, DataOf, TokenProvision } from '@payorch/contracts';
import { cvcReferenceOf } from '@payorch/contracts';
import { type CurrentPrivateKeys, type CvcVault, seal } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import type { CardOpener, CardOpening } from '../sealed/card-opener';
import { purposes } from '../sealed/purposes';
import type { TokenService } from './token-service';

export interface TokenProvisionerOptions {
  readonly cards: Pick<CardOpener, 'open'>;
  readonly vault: Pick<CvcVault, 'delete'>;
  readonly ring: Pick<CurrentPrivateKeys, 'current'>;
  readonly service: Pick<TokenService, 'provision'>;
  /** The longest wait for the service. */
  readonly timeoutMs: number;
  readonly logger: Pick<Logger, 'warn'>;
}

type Query = DataOf<typeof connectorProvisionToken>;

const unopened: Readonly<Record<Extract<CardOpening, { kind: 'failed' }>['reason'], string>> = {
  CVC_LOST: 'The card verification code was no longer available',
  CARD_UNREADABLE: 'The card could not be opened',
};

/** Has the token service make a network token, and seals the token: from here on its number is in no memory but the workers'. */
export class TokenProvisioner {
  constructor(private readonly options: TokenProvisionerOptions) {}

  /** `leftMs`: the time until the caller's deadline. */
  async run({ merchantId, reference, card }: Query, leftMs: number): Promise<TokenProvision> {
    const { cards, service, ring, logger, timeoutMs } = this.options;
    const opening = await cards.open(card, merchantId);
    if (opening.kind === 'failed') return { kind: 'not_made', code: opening.reason, message: unopened[opening.reason] };
    const name = { merchantId, reference };
    const made = await service.provision(name, opening.card, Math.min(timeoutMs, leftMs));
    this.forgetCvc(card);
    if (made.kind === 'not_made') return made;
    if (made.kind === 'unanswered') {
      logger.warn({ merchantId, reference, cause: made.cause }, 'the token service did not answer for a card');
      return { kind: 'unanswered' };
    }
    const { number, expiryMonth, expiryYear } = made;
    const header = { reference, merchantId, purpose: purposes.networkToken };
    const sealed = seal(JSON.stringify({ number: number.reveal() }), { publicKey: ring.current, header });
    return { kind: 'provisioned', token: { reference, sealed, expiryMonth, expiryYear } };
  }

  /** The CVC was sent for this call alone. Its deletion is not awaited: it expires in any case. */
  private forgetCvc(card: Query['card']): void {
    const reference = cvcReferenceOf(card);
    if (reference !== null) void this.options.vault.delete(reference);
  }
}
