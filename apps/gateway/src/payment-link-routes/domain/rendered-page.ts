import type { PageFrame, PageStyle } from '@payorch/checkout-page';
import { errorBody, type Refusal } from '@payorch/contracts';
import { randomBytes } from 'node:crypto';
import { linkPageHeaders } from './page-headers';
import { type PageRequest, pageLocaleFor } from './page-request';
import { pageStyleOf } from './page-style';

export interface LinkPage {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const newNonce = () => randomBytes(16).toString('base64');

/** What a page needs that its policy permits to no other. */
export interface PageNeeds {
  readonly opensWallets?: boolean;
  /** The addresses of the products' pictures. */
  readonly pictures?: readonly (string | null)[];
}

/** A page with its headers. `allowedDomains`: whose pages may frame it; null: none. */
export function renderedPage(
  style: PageStyle,
  allowedDomains: readonly string[] | null,
  render: (nonce: string) => string,
  { opensWallets = false, pictures = [] }: PageNeeds = {},
): LinkPage {
  const nonce = newNonce();
  return {
    status: 200,
    body: render(nonce),
    headers: linkPageHeaders({ nonce, style, allowedDomains, opensWallets, pictures }),
  };
}

export type RefusedPages = Readonly<Partial<Record<string, (view: PageFrame, nonce: string) => string>>>;

/** What a browser shows for a refusal, from the page of its code; undefined where there is none, and the error itself says more. */
export function refusedPage(refusal: Refusal, request: PageRequest, pages: RefusedPages): LinkPage | undefined {
  const render = pages[refusal.code];
  if (!render) return undefined;
  const style = pageStyleOf({}, null);
  const view: PageFrame = { style, locale: pageLocaleFor(request, null), isTestMode: false, basePath: '' };
  const { status } = errorBody(refusal);
  return { ...renderedPage(style, null, (nonce) => render(view, nonce)), status };
}
