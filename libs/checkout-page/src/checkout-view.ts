import type { Currency } from '@payorch/kernel';
import type { PageLocale } from './page-locale';

/** `{ "Variants": "cover" }`, `{ "Percentage": 50 }` or `{ "Pixels": 200 }`. */
export type BackgroundSize =
  | { readonly Variants: 'cover' | 'contain' }
  | { readonly Percentage: number }
  | { readonly Pixels: number };

export interface BackgroundImage {
  /** An https address. */
  readonly url: string;
  /** `top left`, `center` … as the interface's ElementPosition. */
  readonly position?: string | null;
  readonly size?: BackgroundSize | null;
}

/** A line of the merchant's own below the order, with its place among them. */
export interface TransactionDetail {
  readonly key: string;
  readonly value: string;
  readonly ui_configuration?: {
    readonly position?: number | null;
    readonly is_key_bold?: boolean | null;
    readonly is_value_bold?: boolean | null;
  } | null;
}

/** The terms below a payment method type; `hidden` shows none. */
export interface MethodTerms {
  readonly payment_method: string;
  readonly payment_method_types: readonly {
    readonly payment_method_type: string;
    readonly message?: { readonly value: string; readonly display_mode?: string } | null;
  }[];
}

/** CSS by selector and property; the page uses only what `style-rules.ts` allows. */
export type StyleRules = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The merged configuration, under the names of the interface's PaymentLinkConfig. A missing optional field has no value. */
export interface PageStyle {
  /** `#212E46`, unless configured. */
  readonly theme: string;
  /** An https address; an empty text for none. */
  readonly logo: string;
  readonly seller_name: string;
  /** `tabs`, unless configured: `tabs`, `accordion` or `spaced_accordion`. */
  readonly sdk_layout: string;
  readonly display_sdk_only: boolean;
  readonly enabled_saved_payment_method: boolean;
  readonly hide_card_nickname_field: boolean;
  readonly show_card_form_by_default: boolean;
  readonly enable_button_only_on_form_ready: boolean;
  readonly transaction_details?: readonly TransactionDetail[] | null;
  readonly background_image?: BackgroundImage | null;
  readonly details_layout?: 'layout1' | 'layout2' | null;
  readonly branding_visibility?: boolean | null;
  readonly payment_button_text?: string | null;
  readonly custom_message_for_card_terms?: string | null;
  readonly custom_message_for_payment_method_types?: readonly MethodTerms[] | null;
  readonly payment_button_colour?: string | null;
  readonly payment_button_text_colour?: string | null;
  readonly background_colour?: string | null;
  readonly skip_status_screen?: boolean | null;
  readonly sdk_ui_rules?: StyleRules | null;
  readonly payment_link_ui_rules?: StyleRules | null;
  readonly payment_form_header_text?: string | null;
  readonly payment_form_label_type?: 'above' | 'floating' | 'never' | null;
  readonly show_card_terms?: 'always' | 'auto' | 'never' | null;
  readonly is_setup_mandate_flow?: boolean | null;
  readonly color_icon_card_cvc_error?: string | null;
  readonly show_merchant_name?: boolean | null;
}

/** What the frame of every page shows. */
export interface PageFrame {
  readonly style: PageStyle;
  readonly locale: PageLocale;
  /** Whether the page says that no money moves. */
  readonly isTestMode: boolean;
  /** The path of the gateway's public address, without a slash at its end: an empty text, or `/pay`. */
  readonly basePath: string;
}

export interface OrderLine {
  readonly name: string;
  readonly quantity: number;
  /** Minor units of one piece. */
  readonly amount: number;
  /** The address of a picture, as the merchant wrote it. */
  readonly picture: string | null;
}

/** The sum, and what it is for. */
export interface OrderSummary {
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  readonly description: string | null;
  readonly orderLines: readonly OrderLine[];
  /** Where the goods go, line by line; empty where the merchant named no address. */
  readonly shippingLines: readonly string[];
}

/** What a customer may know about the payment. */
export interface PaymentSummary extends OrderSummary {
  readonly merchantId: string;
  readonly paymentId: string;
  /** The merchant's own page. */
  readonly returnUrl: string;
}

/** What the page without scripts needs besides the payment methods. */
export interface PlainView extends PageFrame, PaymentSummary {
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  /** The address of this page, to which its form is sent. */
  readonly plainAddress: string;
  /** Where the page asks to end the try of a customer who has left the bank's page. */
  readonly anotherAddress: string;
}

/** All that the checkout page needs. */
export interface CheckoutView extends PlainView {
  readonly publishableKey: string;
  readonly clientSecret: string;
  /** The page lists saved payment methods: only on the secure link, where the configuration allows it. */
  readonly listsSavedMethods: boolean;
  /** Whether a way to pay needs no script. */
  readonly paysWithoutScript: boolean;
  /** What the script would ask for first, so that the form shows without another round trip. */
  readonly known: KnownLists;
}

/** Answers of the API at the time of the page; null: the script asks for it. */
export interface KnownLists {
  readonly payment: object | null;
  readonly methods: object | null;
  readonly saved: object | null;
  /** The sessions of wallets whose sessions are the same for every browser. */
  readonly wallets: object | null;
}

/** The result page, for every person who knows the address: nothing in it opens the payment. */
export interface StatusView extends PageFrame, PaymentSummary {
  /** The interface's IntentStatus. */
  readonly status: string;
  /** When it came into this status, ISO 8601; null: not known. */
  readonly changedAt: string | null;
  /** The reason of a failure in the customer's words (`unified_message`), where there is one. */
  readonly reason: string | null;
  /** The link to pay, where the customer can try again. */
  readonly linkToPay: string | null;
}

/** The page of a link that is past its expiry. */
export interface ExpiredView extends PageFrame {
  readonly expiredAt: string;
  readonly returnUrl: string | null;
}
