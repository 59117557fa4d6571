import { refuse, type Refusal } from '@payorch/contracts';

/** The parts of a card that can be wrong by themselves. Its number was checked when the body was read. */
export interface CardToCheck {
  readonly card_cvc?: string | null;
  readonly card_exp_month: string;
  readonly card_exp_year: string;
}

const invalid = (message: string): Refusal => refuse('precondition_failed', { message });
const digits = /^\d+$/;

/** What is wrong with a card before it is sealed, in the order in which the wire asks; undefined when nothing is. */
export function checkCard(card: CardToCheck, now: Date): Refusal | undefined {
  return checkCvc(card.card_cvc ?? undefined) ?? checkExpiry(card, now);
}

/** A CVC that comes without its card, at the confirmation of a stored one, is checked alike. */
export function checkCvc(cvc: string | undefined): Refusal | undefined {
  if (cvc === undefined) return undefined;
  if (cvc.length !== 3 && cvc.length !== 4) return invalid('Invalid card_cvc length');
  return digits.test(cvc) ? undefined : refuse('invalid_value', { field: 'card_cvc' });
}

function checkExpiry({ card_exp_month, card_exp_year }: CardToCheck, now: Date): Refusal | undefined {
  if (!digits.test(card_exp_month)) return refuse('invalid_value', { field: 'card_exp_month' });
  const month = Number(card_exp_month);
  if (month < 1 || month > 12) return invalid('Invalid Expiry Month');
  if (!digits.test(card_exp_year)) return refuse('invalid_value', { field: 'card_exp_year' });
  // A card is good to the last moment of its month, wherever on earth that ends last.
  const today = new Date(now.getTime() - earthsLastZoneMs);
  const year = fullYear(card_exp_year);
  if (year === undefined || year < today.getUTCFullYear()) return invalid('Invalid Expiry Year');
  const isPast = year === today.getUTCFullYear() && month <= today.getUTCMonth();
  return isPast ? invalid('Card Expired') : undefined;
}

const earthsLastZoneMs = 12 * 3_600_000;

/** `30` and `2030` are the same year. */
function fullYear(text: string): number | undefined {
  if (text.length === 2) return 2000 + Number(text);
  return text.length === 4 && text >= '2000' && text < '2100' ? Number(text) : undefined;
}
