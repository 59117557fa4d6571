import type { EncodedMessage } from '@payorch/platform/kafka';

export interface PublishedSetting {
  readonly type: string;
  readonly version: number;
  readonly key: string | null;
}

/** The published settings of one merchant, in order. */
export const publishedSettings = (sent: readonly EncodedMessage[], merchantId: string): PublishedSetting[] =>
  sent
    .map((message) => ({
      message,
      data: JSON.parse(message.value.toString()) as { merchantId: string; accountVersion: number },
    }))
    .filter(({ data }) => data.merchantId === merchantId)
    .map(({ message, data }) => ({
      type: message.headers['ce_type'] ?? '',
      version: data.accountVersion,
      key: message.key,
    }));
