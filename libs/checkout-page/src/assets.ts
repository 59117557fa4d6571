import { createHash } from 'node:crypto';
import collect from './browser/collect?script';
import checkout from './browser/main?script';
import notice from './browser/notice?script';
import payout from './browser/payout?script';

/** A file of the pages; its name changes with its content, so that browsers may store it. */
export interface PageAsset {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const scriptOf = (name: string, body: string): PageAsset => ({
  name: `${name}.${hashOf(body)}.js`,
  type: 'text/javascript; charset=utf-8',
  body,
});

/** The script of the checkout page. */
export const checkoutScript = scriptOf('checkout', checkout);

/** The script of the page where a customer saves a payment method. */
export const collectScript = scriptOf('collect', collect);

/** The script of the page where a recipient says where a payout goes. */
export const payoutScript = scriptOf('payout', payout);

/** The script of the pages without a form. */
export const noticeScript = scriptOf('notice', notice);

/** Beside `/payment_link`, where the first segment is a merchant's id. */
export const assetsPath = '/payment_link_assets';

/** Every file that the pages load. */
export const pageAssets: readonly PageAsset[] = [checkoutScript, collectScript, payoutScript, noticeScript];
