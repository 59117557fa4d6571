import type { BackgroundImage, PageStyle } from '../checkout-view';
import { rgbOf, textOn } from './colours';
import { cssOfRules } from './style-rules';
import { styleSheet } from './style-sheet';

const defaultTheme = '#212E46';

const colourOr = (text: string | null | undefined, fallback: string): string =>
  text != null && rgbOf(text) !== undefined ? text : fallback;

const readableOn = (colour: string): string => textOn(rgbOf(colour) ?? [0, 0, 0]);

function sizeOf(size: BackgroundImage['size']): string {
  if (!size) return 'cover';
  if ('Variants' in size) return size.Variants === 'contain' ? 'contain' : 'cover';
  return 'Percentage' in size ? `${Math.trunc(size.Percentage)}%` : `${Math.trunc(size.Pixels)}px`;
}

const positions = /^(?:(?:top|bottom) (?:left|right)|left|right|top|bottom|center)$/;

/** An https address that can stand in a policy, an attribute and in `url("…")`; undefined for every other text. */
export function imageAddress(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol, href, username } = new URL(text);
  return protocol === 'https:' && username === '' && !/["'\\()\s;,<>]/.test(href) ? href : undefined;
}

function backgroundOf(image: BackgroundImage | null | undefined): string {
  const address = imageAddress(image?.url);
  if (address === undefined) return '';
  const position = image?.position && positions.test(image.position) ? image.position : 'center';
  return `.order{background-image:url("${address}");background-position:${position};background-size:${sizeOf(image?.size)}}`;
}

/** The origins from which the page loads images: the logo's and the background's. */
export const imageOrigins = ({ logo, background_image: image }: PageStyle): readonly string[] => [
  ...new Set(
    [imageAddress(logo), imageAddress(image?.url)].flatMap((address) => (address ? [new URL(address).origin] : [])),
  ),
];

/** The style sheet with the colours, images and rules of the configuration. */
export function pageCss(style: PageStyle): string {
  const theme = colourOr(style.theme, defaultTheme);
  const button = colourOr(style.payment_button_colour, theme);
  const variables = {
    theme,
    'on-theme': readableOn(theme),
    button,
    'on-button': colourOr(style.payment_button_text_colour, readableOn(button)),
    background: colourOr(style.background_colour, '#ffffff'),
    'cvc-error': colourOr(style.color_icon_card_cvc_error, '#b3261e'),
  };
  const root = Object.entries(variables).map(([name, value]) => `--${name}:${value}`);
  return [
    `:root{${root.join(';')}}`,
    styleSheet,
    backgroundOf(style.background_image),
    cssOfRules('page', style.payment_link_ui_rules),
    cssOfRules('form', style.sdk_ui_rules),
  ].join('\n');
}
