/** The query parameters that the service adds to the address to which customers return. */
export const returnParameters = [
  ...['status', 'payment_id', 'payment_intent_client_secret', 'amount', 'manual_retry_allowed'],
  ...['signature', 'signature_algorithm', 'authentication_id'],
] as const;

const ownNames: ReadonlySet<string> = new Set(returnParameters);

/** A text that holds one of these is ambiguous in the joined text of a signature. */
const joints = /[&=%]/;

/**
 * The names as which servers may read a name: PHP takes `payment.id`, `payment[id` and `payment_id[]` for `payment_id` and stops at a
 * NUL; other servers ignore the case.
 */
function namesAsRead(name: string): readonly string[] {
  const [text = ''] = name.trim().toLowerCase().split('\0');
  const [outside = ''] = text.split('[');
  return [outside, text].map((one) => one.replaceAll(/[. [+]/g, '_'));
}

/**
 * Whether a client may choose this return URL: none of its query parameters can be taken for one of the service, by its name or
 * by what its name or value contains.
 */
export function isClientReturnUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  return [...new URL(text).searchParams].every(
    ([name, value]) =>
      !joints.test(name) && !joints.test(value) && namesAsRead(name).every((one) => !ownNames.has(one)),
  );
}

/**
 * A name or value as it enters the signed text: as it is, and percent-encoded where it holds `&`, `=` or `%`. So no two lists of
 * parameters have the same signed text.
 */
export const signedPart = (text: string): string => (joints.test(text) ? encodeURIComponent(text) : text);

/** Adds the service's parameters to a merchant's address: each replaces those of the same name. */
export function withReturnParameters(returnUrl: string, added: readonly (readonly [string, string])[]): URL {
  const address = new URL(returnUrl);
  for (const [name] of added) address.searchParams.delete(name);
  for (const [name, value] of added) address.searchParams.append(name, value);
  return address;
}
