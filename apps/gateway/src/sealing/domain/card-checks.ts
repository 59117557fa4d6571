import { joinRefusals, refuse, type Refusal } from '@payorch/contracts';

/** The card fields that are checked on their own. The body validation has checked the number. */
export interface CardToCheck {
  readonly card_cvc?: string | null;
  readonly card_exp_month: string;
  readonly card_exp_year: string;
}

const invalid = (path: string, message: string): Refusal => refuse('precondition_failed', { message, path });
type Expiry = Omit<CardToCheck, 'card_cvc'>;

const digits = /^\d+$/;

/** Every error of a card, in the interface's order; undefined for a valid card. */
export const checkCard = (card: CardToCheck, now: Date): Refusal | undefined =>
  joinRefusals([checkCvc(card.card_cvc ?? undefined), checkExpiry(card, now)]);

/** The refusal of a card's field with the path that the field has in the request; so are the others of the refusal. */
export function inPlace(refused: Refusal | undefined, pathOf: (field: string) => string): Refusal | undefined {
  if (!refused) return undefined;
  const placed = ({ others, ...one }: Refusal): Refusal => {
    const { field = '', path = field } = one.details;
    return { ...one, details: { ...one.details, path: pathOf(path) }, ...(others && { others: others.map(placed) }) };
  };
  return placed(refused);
}

/** Also checks a CVC without a card, which confirms a payment with a saved payment method. */
export function checkCvc(cvc: string | undefined): Refusal | undefined {
  if (cvc === undefined) return undefined;
  if (cvc.length !== 3 && cvc.length !== 4) return invalid('card_cvc', 'Invalid card_cvc length');
  return digits.test(cvc) ? undefined : refuse('invalid_value', { field: 'card_cvc' });
}

/** Also checks the new expiry of a saved card. */
export const checkExpiry = (expiry: Expiry, now: Date): Refusal | undefined =>
  joinRefusals([checkMonth(expiry), checkYear(expiry, now)]);

export function checkMonth({ card_exp_month }: Pick<Expiry, 'card_exp_month'>): Refusal | undefined {
  if (!digits.test(card_exp_month)) return refuse('invalid_value', { field: 'card_exp_month' });
  const month = Number(card_exp_month);
  return month < 1 || month > 12 ? invalid('card_exp_month', 'Invalid Expiry Month') : undefined;
}

/** Also refuses a month in the past. */
export function checkYear({ card_exp_month, card_exp_year }: Expiry, now: Date): Refusal | undefined {
  if (!digits.test(card_exp_year)) return refuse('invalid_value', { field: 'card_exp_year' });
  const month = Number(card_exp_month);
  // A card is valid until its month ends in the last time zone on earth.
  const today = new Date(now.getTime() - earthsLastZoneMs);
  const year = fullYear(card_exp_year);
  if (year === undefined || year < today.getUTCFullYear()) return invalid('card_exp_year', 'Invalid Expiry Year');
  const isPast = year === today.getUTCFullYear() && month >= 1 && month <= today.getUTCMonth();
  return isPast ? invalid('card_exp_month', 'Card Expired') : undefined;
}

const earthsLastZoneMs = 12 * 3_600_000;

/** `30` and `2030` are the same year. */
function fullYear(text: string): number | undefined {
  if (text.length === 2) return 2000 + Number(text);
  return text.length === 4 && text >= '2000' && text < '2100' ? Number(text) : undefined;
}
