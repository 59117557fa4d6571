import type { Messages } from './problem';
import type { DataName } from './method-list';

/** What the server gives the script, as JSON in the page. */
export interface PageData {
  readonly basePath: string;
  readonly publishableKey: string;
  readonly clientSecret: string;
  readonly paymentId: string;
  readonly returnUrl: string;
  readonly locale: string;
  /** The amount as the customer reads it: `65,40 €`. */
  readonly amount: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly messages: Messages;
  readonly listsSavedMethods: boolean;
  readonly showsCardFirst: boolean;
  readonly hidesNickname: boolean;
  readonly buttonWaitsForForm: boolean;
  readonly skipsStatus: boolean;
  readonly isSetup: boolean;
  readonly buttonText: string | null;
  readonly layout: 'tabs' | 'accordion';
  readonly cardTerms: { readonly text: string; readonly show: 'always' | 'auto' | 'never' } | null;
  /** The terms of other payment methods, by `wallet/ali_pay`. */
  readonly methodTerms: Readonly<Record<string, string>>;
  /** Names for customers, by payment method type. */
  readonly methodNames: Readonly<Record<string, string>>;
  /** The data that a request may carry, by `wallet/ali_pay`. */
  readonly dataNames: Readonly<Record<string, readonly DataName[]>>;
  readonly countries: readonly string[];
}
