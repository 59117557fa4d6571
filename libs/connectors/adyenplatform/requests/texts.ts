/** Texts with the characters that Adyen passes on to banks: others are replaced by spaces. */
const withOnly = (allowed: RegExp, text: string, longest: number): string =>
  text
    // An accent is a character of its own after this: é is sent as e.
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(allowed, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trim();

/** The description of a transfer; empty if nothing of it can be sent. */
export const descriptionOf = (text: string | null): string => withOnly(/[^A-Za-z0-9/\-?:().,'+]/g, text ?? '', 140);

/** A name of an account's owner. */
export const nameOf = (text: string | null | undefined): string => withOnly(/[^A-Za-z0-9.\-/]/g, text ?? '', 140);

/** What the recipient finds on the statement: letters and digits. */
export const beneficiaryReferenceOf = (payoutId: string): string =>
  payoutId.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 35);
