import type { Found } from '@payorch/connector-kit';
import type { NetworkToken, Outcome } from '@payorch/contracts';
import { Secret } from '@payorch/kernel';
import type { MerchantId, OperationId } from '@payorch/kernel';
import { type CurrentPrivateKeys, open, seal, SealError } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { z } from 'zod';
import type { OwnStep, PreparedCall } from '../calls/prepared-call';
import { purposes } from '../sealed/purposes';
import type { TokenService } from './token-service';

/** The name of the step that fetches the cryptogram; its result is stored with the operation. */
const stepName = 'network_token';
/** The result of the step where the card's number is sent. */
const byNumber = 'number';

const tokenData = z.object({ number: z.string() });
const cryptogramData = z.object({ cryptogram: z.string(), eci: z.string().nullable() });

/** The cryptogram of one operation, opened. */
export interface OpenedCryptogram {
  readonly cryptogram: Secret;
  readonly eci: string | null;
}

export interface TokenCallsOptions {
  readonly service: Pick<TokenService, 'cryptogram' | 'isConfigured'>;
  readonly ring: Pick<CurrentPrivateKeys, 'keys' | 'current'>;
  /** The longest wait for a cryptogram. */
  readonly timeoutMs: number;
  readonly logger: Pick<Logger, 'warn'>;
}

interface OfOperation {
  readonly merchantId: MerchantId;
  readonly operationId: OperationId;
}

/** Both calls of an authorization: with the card's number, and with its network token and this cryptogram. */
export interface TokenOrNumber {
  readonly token: NetworkToken;
  readonly byNumber: PreparedCall;
  readonly byToken: (number: Secret, cryptogram: OpenedCryptogram) => PreparedCall | undefined;
}

/** The decline is of the token: the number may be accepted. */
const ofToken = (outcome: Outcome): Outcome =>
  outcome.kind === 'declined' ? { ...outcome, byNetworkToken: true } : outcome;

/** Authorizations by network token. Where there is no cryptogram, nothing was sent yet, and the number is sent. */
export class TokenCalls {
  constructor(private readonly options: TokenCallsOptions) {}

  /**
   * The call that fetches a cryptogram first, and then sends the token or the number. What was chosen is stored before the send:
   * an operation that is sent again has the same bytes.
   */
  choose(operation: OfOperation, { token, byNumber: number, byToken }: TokenOrNumber): PreparedCall {
    const tokenNumber = this.options.service.isConfigured ? this.numberOf(token, operation) : undefined;
    // A preliminary may already carry the number.
    if (tokenNumber === undefined || number.before.length > 0) return number;
    const chosen = (found: Found): PreparedCall | undefined => {
      const value = found[stepName];
      if (value === byNumber) return number;
      const cryptogram = value === undefined ? undefined : this.cryptogramIn(value, operation);
      return cryptogram && byToken(tokenNumber, cryptogram);
    };
    return {
      before: [this.stepOf(token, operation)],
      request: (found) => chosen(found)?.request(found),
      read: (reply, found) => {
        if (found[stepName] === byNumber) return number.read(reply, found);
        // The request was built with the same cryptogram.
        return ofToken((chosen(found) ?? number).read(reply, found));
      },
    };
  }

  private stepOf({ reference }: NetworkToken, operation: OfOperation): OwnStep {
    const { service, timeoutMs, ring, logger } = this.options;
    const { merchantId, operationId } = operation;
    return {
      name: stepName,
      run: async (withinMs) => {
        const waitMs = Math.min(timeoutMs, withinMs);
        if (waitMs <= 0) return byNumber;
        const made = await service.cryptogram({ merchantId, reference }, operationId, waitMs);
        if (made.kind === 'unanswered') {
          const facts = { merchantId, operationId, cause: made.cause };
          logger.warn(facts, 'the token service made no cryptogram: the processor gets the number of the card');
          return byNumber;
        }
        const text = JSON.stringify({ cryptogram: made.cryptogram.reveal(), eci: made.eci });
        return seal(text, { publicKey: ring.current, header: cryptogramHeader(operation) });
      },
    };
  }

  private numberOf({ reference, sealed }: NetworkToken, { merchantId }: OfOperation): Secret | undefined {
    const header = { reference, merchantId, purpose: purposes.networkToken };
    const data = this.opened(sealed, header, tokenData);
    return data && new Secret(data.number);
  }

  private cryptogramIn(sealed: string, operation: OfOperation): OpenedCryptogram | undefined {
    const data = this.opened(sealed, cryptogramHeader(operation), cryptogramData);
    return data && { cryptogram: new Secret(data.cryptogram), eci: data.eci };
  }

  private opened<T>(sealed: string, header: Parameters<typeof open>[2], schema: z.ZodType<T>): T | undefined {
    try {
      return schema.safeParse(JSON.parse(open(sealed, this.options.ring.keys, header))).data;
    } catch (error) {
      if (error instanceof SealError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

/** A cryptogram opens for its own operation alone. */
const cryptogramHeader = ({ merchantId, operationId }: OfOperation) => ({
  reference: operationId,
  merchantId,
  purpose: purposes.tokenCryptogram,
});
