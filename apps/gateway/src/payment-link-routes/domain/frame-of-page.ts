import { isAllowedFrame } from '../../payment-links';
import type { PageRequest } from './page-request';

type Framing = Pick<PageRequest, 'destination' | 'referer' | 'site'>;

/** Whether a page is opened in a frame of an allowed site: every browser names both, and no page can forge them. */
export const isInFrameOf = (domains: readonly string[] | null, { destination, referer }: Framing): boolean =>
  destination === 'iframe' && isAllowedFrame(domains ?? [], referer);

/** Whether a page of ours in a frame, or its script, asks: it names no address, and no other page can say that it is of this site. */
export const isFromOwnPage = ({ destination, site }: Framing): boolean =>
  (destination === 'iframe' || destination === 'empty') && site === 'same-origin';
