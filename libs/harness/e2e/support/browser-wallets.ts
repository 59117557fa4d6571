import type { BrowserContext, Page } from 'playwright-core';

/** What Google answers when a customer has approved a payment. */
export const googlePayDetails = {
  apiVersion: 2,
  paymentMethodData: {
    type: 'CARD',
    description: 'Visa •••• 1111',
    info: { cardNetwork: 'VISA', cardDetails: '1111' },
    tokenizationData: { type: 'PAYMENT_GATEWAY', token: '{"id":"tok_1"}' },
  },
};

/** What Apple answers. */
export const applePayDetails = {
  token: {
    paymentData: { version: 'EC_v1', data: 'c2VhbGVk', signature: 's', header: { transactionId: 't' } },
    paymentMethod: { displayName: 'Visa 1111', network: 'Visa', type: 'debit' },
    transactionIdentifier: 'abc',
  },
};

export interface PlayedWallet {
  /** The payment method of the Payment Request API that the browser knows. */
  readonly method: string;
  /** Null: the customer closes the wallet. */
  readonly details: object | null;
}

/**
 * Plays a browser with a wallet, in the place of Chromium's Payment Request API, which needs the wallet's company. It notes what
 * the page asks for, and opens the wallet only in answer to a press, as browsers do.
 */
const played = ({ method, details }: PlayedWallet): string => `
  if (${JSON.stringify(method.includes('apple.com'))}) window.ApplePaySession = class {};
  window.wallet = { asked: [], opened: 0, sessions: [], outcomes: [] };
  window.PaymentRequest = class extends EventTarget {
    constructor([asked], { total }) {
      super();
      this.asked = JSON.parse(JSON.stringify({ ...asked, total }));
    }
    async canMakePayment() {
      return this.asked.supportedMethods === ${JSON.stringify(method)};
    }
    async show() {
      if (!navigator.userActivation.isActive) throw new DOMException('no press', 'SecurityError');
      window.wallet.asked.push(this.asked);
      window.wallet.opened += 1;
      if (this.asked.supportedMethods.includes('apple.com')) {
        const validation = new Event('merchantvalidation');
        const session = await new Promise((resolve) => {
          validation.complete = resolve;
          this.dispatchEvent(validation);
        });
        window.wallet.sessions.push(session);
      }
      const details = ${JSON.stringify(details)};
      if (details === null) throw new DOMException('closed', 'AbortError');
      return { details, complete: async (outcome) => void window.wallet.outcomes.push(outcome) };
    }
  };`;

export const playWallet = (context: BrowserContext, wallet: PlayedWallet): Promise<void> =>
  context.addInitScript(played(wallet)).then(() => undefined);

export interface WalletNotes {
  readonly asked: readonly {
    readonly supportedMethods: string;
    readonly data: Record<string, unknown>;
    readonly total: object;
  }[];
  readonly opened: number;
  readonly sessions: readonly Record<string, unknown>[];
  /** What the page had the wallet show. */
  readonly outcomes: readonly string[];
}

export const walletNotes = (page: Page): Promise<WalletNotes> => page.evaluate<WalletNotes>('window.wallet');

const sdk = (payment_method_type: string) => ({ payment_method_type, payment_experience: 'invoke_sdk_client' });
/** An account with cards and both wallets. */
export const walletAccount = {
  payment_methods_enabled: [
    { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit', card_networks: ['Visa'] }] },
    { payment_method: 'wallet', payment_method_types: [sdk('google_pay'), sdk('apple_pay')] },
  ],
  metadata: {
    google_pay: {
      merchant_info: { merchant_id: 'BCR2DN4T', merchant_name: 'Acme' },
      allowed_payment_methods: [
        {
          type: 'CARD',
          parameters: { allowed_auth_methods: ['PAN_ONLY'], allowed_card_networks: ['VISA'] },
          tokenization_specification: { type: 'PAYMENT_GATEWAY', parameters: { gateway: 'stripe' } },
        },
      ],
    },
  },
};
