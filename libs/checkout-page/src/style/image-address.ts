/** An https address that can stand in a policy, an attribute and in `url("…")`; undefined for every other text. */
export function imageAddress(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol, href, username } = new URL(text);
  return protocol === 'https:' && username === '' && !/["'\\()\s;,<>]/.test(href) ? href : undefined;
}
