import { pagePaths } from '../../kit/pages/page-paths';
import { urlPrefix } from './url-prefix';

/** The addresses of an open step that the customer's browser or device opens. */
export interface CustomerUrls {
  /** The page with the choice. */
  readonly page: string;
  /** The image of the QR code that leads to the page. */
  readonly qrCode: string;
  /** Where the hidden frame posts the fingerprint of the device. */
  readonly deviceFingerprint: string;
}

export const customerUrls = (publicUrl: string, attemptId: string): CustomerUrls => ({
  page: `${publicUrl}${pagePaths(urlPrefix, attemptId).page}`,
  qrCode: `${publicUrl}/${urlPrefix}/qr-code/${attemptId}`,
  deviceFingerprint: `${publicUrl}/${urlPrefix}/device-fingerprint/${attemptId}`,
});
