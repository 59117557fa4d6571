/**
 * The origin of a link's address, as its configuration names it, while the merchant has proven the domain; null: the
 * gateway's own. Under an address that no page answers, a customer could not pay.
 */
export async function provenOrigin(
  origin: string | null,
  isProven: (domain: string) => Promise<boolean>,
): Promise<string | null> {
  return origin !== null && (await isProven(new URL(origin).hostname)) ? origin : null;
}
