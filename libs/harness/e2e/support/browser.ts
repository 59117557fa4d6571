import { apiAt, type Answer } from '@payorch/harness';

/** A GET like the customer's browser: without a key, and without following redirects. */
export async function visit(url: string): Promise<Answer> {
  const { origin } = new URL(url);
  return apiAt(origin).get(url.slice(origin.length));
}

const hrefIn = ({ text }: Answer, pattern: RegExp): string => {
  const found = pattern.exec(text);
  if (!found) throw new Error(`no link in ${text}`);
  return found[1]!.replaceAll('&amp;', '&');
};

/** The page, or the page in its frame, in that page's frame and so on. */
async function innermost(url: string): Promise<Answer> {
  const shown = await visit(url);
  const [, source] = /<iframe src="([^"]+)"/.exec(shown.text) ?? [];
  return source === undefined ? shown : innermost(new URL(source, url).href);
}

/** Chooses on the page of a bank or processor, and returns the address of the redirect back. */
export async function chooseAt(bankUrl: string, choice: 'authorize' | 'reject'): Promise<string> {
  const link = hrefIn(await innermost(bankUrl), new RegExp(`class="${choice}(?: [^"]*)?"[^>]* href="([^"]+)"`));
  const back = await visit(new URL(link, bankUrl).href);
  expect(back.status).toBe(302);
  return back.headers['location'] as string;
}

/** The same, beginning at the gateway's start page, which links to the bank's page. */
export const choose = async (startPage: string, choice: 'authorize' | 'reject'): Promise<string> =>
  chooseAt(hrefIn(await visit(startPage), /id="go" href="([^"]+)"/), choice);
