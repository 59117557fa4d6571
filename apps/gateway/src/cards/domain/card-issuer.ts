import { refuse, type Refusal } from '@payorch/contracts';

/** A bank that issues cards. Profiles block its cards by its id. */
export interface CardIssuer {
  readonly id: string;
  readonly name: string;
}

const longest = 255;

/** The name as it is stored, or a refusal. */
export function issuerName(sent: string): string | Refusal {
  const name = sent.trim();
  return name === '' || name.length > longest
    ? refuse('value_not_allowed', { field: 'issuer_name', allowed: `1 to ${longest} characters` })
    : name;
}

/** Names that differ in case or blanks are the same: card tables write them in capitals. */
export const normalName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

export const issuerView = ({ id, name }: CardIssuer): object => ({ id, issuer_name: name });
