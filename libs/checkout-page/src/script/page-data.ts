import type { Json } from './json';
import type { Messages } from './problem';
import type { DataName, OfferedMethod } from './methods/method-list';

/** What a form with payment methods needs. */
export interface FormSettings {
  readonly locale: string;
  readonly messages: Messages;
  readonly layout: 'tabs' | 'accordion';
  /** Whether labels can be seen; without them the placeholder is the label. */
  readonly showsLabels: boolean;
  readonly showsCardFirst: boolean;
  readonly hidesNickname: boolean;
  readonly buttonWaitsForForm: boolean;
  readonly cardTerms: { readonly text: string; readonly show: 'always' | 'auto' | 'never' } | null;
  /** The terms of other payment methods, by `wallet/ali_pay`. */
  readonly methodTerms: Readonly<Record<string, string>>;
  /** Names for customers, by payment method type. */
  readonly methodNames: Readonly<Record<string, string>>;
  readonly countries: readonly string[];
}

/** Where a script sends its requests, and with what. */
export interface ApiAccess {
  readonly basePath: string;
  readonly publishableKey: string;
  readonly clientSecret: string;
}

/** What the script of a page needs whose form is sent once. */
export interface OneFormData extends FormSettings, ApiAccess {
  readonly returnUrl: string | null;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly methods: readonly OfferedMethod[];
}

/** What the server gives the script of the page of a collect link, as JSON in the page. */
export interface CollectData extends OneFormData {
  readonly paymentMethodId: string;
}

/** What the server gives the script of the page of a payout, as JSON in the page. */
export interface PayoutData extends OneFormData {
  readonly payoutId: string;
  /** The text of the button, with the sum. */
  readonly buttonText: string;
}

/** What the server gives the script of the checkout page, as JSON in the page. */
export interface PageData extends FormSettings, ApiAccess {
  readonly paymentId: string;
  readonly returnUrl: string;
  /** The total as the server has shown it, in minor units. */
  readonly amount: number;
  /** ISO 4217, and the number of its decimals. */
  readonly currency: string;
  readonly currencyDigits: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Where the page asks to end the try of a customer who has left the bank's page. */
  readonly anotherAddress: string;
  /** Answers of the API at the time of the page; null: not among them. */
  readonly known: {
    readonly payment: Json;
    readonly methods: Json;
    readonly saved: Json;
    /** The sessions of wallets whose sessions are the same for every browser. */
    readonly wallets: Json;
  };
  /** To whom and for what the customer pays; null: the page does not say. */
  readonly merchantName: string | null;
  readonly description: string | null;
  readonly listsSavedMethods: boolean;
  readonly skipsStatus: boolean;
  readonly isSetup: boolean;
  readonly buttonText: string | null;
  readonly isTestMode: boolean;
  /** What a wallet shows beside the total: the merchant's name, unless the page hides it. */
  readonly totalLabel: string;
  /** The data that a request may carry, by `wallet/ali_pay`. */
  readonly dataNames: Readonly<Record<string, readonly DataName[]>>;
}
