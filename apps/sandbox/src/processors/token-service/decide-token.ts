import { describeSeal, open, type PrivateKeys, SealError } from '@payorch/platform/sealing';
import { z } from 'zod';
import type { Answer } from '../../kit/calls/answer';
import { tokenNumberOf, type TokenRecord } from '../../kit/network-tokens/network-tokens';

/** The network makes no token of these cards. */
const refusedCards = new Set(['4000000000080111']);

export const tokenError = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});

export const noKey = tokenError(401, 'unauthorized', 'a bearer token is required');
const unreadable = tokenError(400, 'unreadable', 'the request is not readable');
const gone = tokenError(410, 'token_deleted', 'the token was deleted');
const notFound = tokenError(404, 'token_not_found', 'there is no such token');

/** The answer, and the token where it changed. */
export interface Decision {
  readonly answer: Answer;
  readonly token?: TokenRecord;
}

const sealedCard = z.object({ card: z.string() });
const plainCard = z.object({
  number: z.string().regex(/^\d{12,19}$/),
  expiry_month: z.string().regex(/^(0[1-9]|1[0-2])$/),
  expiry_year: z.string().regex(/^(\d{2}|\d{4})$/),
  cvc: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
});
type PlainCard = z.infer<typeof plainCard>;

/** The card of a request; undefined where it is not sealed for this service and for this token. */
export function cardIn(body: unknown, reference: string, keys: PrivateKeys): PlainCard | undefined {
  const { data } = sealedCard.safeParse(body);
  if (!data) return undefined;
  try {
    const { merchantId } = describeSeal(data.card);
    const text = open(data.card, keys, { reference, merchantId, purpose: 'card_to_tokenize' });
    return plainCard.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SealError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A token lasts longer than its card. */
const yearsMore = 3;
const expiryYearOf = ({ expiry_year: year }: PlainCard): string =>
  String(Number(year.length === 2 ? `20${year}` : year) + yearsMore);

/** A call, and the token that it names. */
export interface TokenCall {
  readonly named: Pick<TokenRecord, 'account' | 'reference'>;
  readonly known: TokenRecord | undefined;
  readonly body: unknown;
  /** The card of a provision. */
  readonly card: PlainCard | undefined;
  readonly newCryptogram: (token: TokenRecord, requestId: string) => string;
}

export function provisionToken({ known, named, card }: TokenCall): Decision {
  if (known?.isDeleted) return { answer: gone };
  if (!card) return { answer: unreadable };
  if (refusedCards.has(card.number))
    return { answer: tokenError(422, 'card_not_eligible', 'The issuer does not take part') };
  const last4 = card.number.slice(-4);
  if (known && known.last4 !== last4) return { answer: tokenError(422, 'other_card', 'the token is of another card') };
  const token = known ?? { ...named, last4, isDeleted: false };
  const body = {
    token: { number: tokenNumberOf(token), expiry_month: card.expiry_month, expiry_year: expiryYearOf(card) },
  };
  return known ? { answer: { status: 200, body } } : { answer: { status: 201, body }, token };
}

/** A name that was deleted is never used again, also where its token was not made yet. */
export function deleteToken({ known, named }: TokenCall): Decision {
  const answer = { status: 200, body: { deleted: true } };
  if (known?.isDeleted) return { answer };
  return { answer, token: { ...named, last4: '', isDeleted: true } };
}

const cryptogramRequest = z.object({ request_id: z.string().min(1).max(128) });

/** `newCryptogram` is called for a live token only. */
export function cryptogramOf({ known, body, newCryptogram }: TokenCall): Decision {
  const { data } = cryptogramRequest.safeParse(body);
  if (!data) return { answer: unreadable };
  if (!known || known.isDeleted) return { answer: known ? gone : notFound };
  return { answer: { status: 200, body: { cryptogram: newCryptogram(known, data.request_id), eci: '07' } } };
}
