import { checkExpiry, expiryOf, formatExpiry } from '../../script/cards/card-expiry';
import type { CardPart } from '../../script/decline';
import { networkOf, networkLabel } from '../../script/cards/card-networks';
import { checkCardNumber, checkCvc, digitsOf, formatCardNumber } from '../../script/cards/card-number';
import type { TypedCard } from '../../script/confirm-body';
import type { FormSettings } from '../../script/page-data';
import { say } from '../../script/problem';
import { element } from '../dom';
import { fieldOf, type Field } from './field';
import { brandOf, codePlace, hasBrand } from '../screens/icons';

export interface CardForm {
  readonly nodes: readonly Node[];
  readonly fields: readonly Field[];
  /** The typed card; undefined while the expiry date is incomplete. */
  readonly card: () => TypedCard | undefined;
  readonly clear: () => void;
  /** Removes the security code alone. */
  readonly clearCode: () => void;
  readonly mark: (part: CardPart, text: string) => boolean;
}

const thisMonth = () => {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
};

const numeric = { inputmode: 'numeric', autocapitalize: 'off', spellcheck: 'false' };

/** The field of a security code; `numberOf` gives the card's number, which decides its length. */
export function cvcField(name: string, numberOf: () => string, settings: FormSettings): Field {
  const { messages } = settings;
  return fieldOf(
    {
      name,
      label: messages.cvc,
      hint: messages.cvcHint,
      isHintUnseen: true,
      example: '123',
      attributes: { ...numeric, autocomplete: 'cc-csc', maxlength: '4', dir: 'ltr' },
      check: (value) => checkCvc(value, numberOf()),
      format: digitsOf,
    },
    settings,
  );
}

/** The accepted cards beside the number; once the number says which one it is, that one alone. */
function brandsOf(networks: readonly string[]) {
  const shown = (networks.length > 0 ? networks : usualNetworks).filter(hasBrand);
  const brands = shown.map((network, index) => {
    const node = brandOf(network);
    if (index >= mostBrands) node.dataset['extra'] = '';
    return { network, node };
  });
  const more = brands.length - mostBrands;
  const rest = more > 0 ? [element('span', { class: 'brand-more' }, `+${more}`)] : [];
  const root = element('span', { class: 'brands', 'aria-hidden': 'true' }, ...brands.map(({ node }) => node), ...rest);
  return {
    root,
    show: (network: string | undefined): void => {
      const one = brands.find((brand) => brand.network === network);
      root.toggleAttribute('data-one', one !== undefined);
      for (const { node, network: name } of brands) node.toggleAttribute('data-shown', name === one?.network);
    },
  };
}

const usualNetworks = ['Visa', 'Mastercard', 'AmericanExpress', 'DinersClub', 'Discover', 'JCB', 'UnionPay', 'Maestro'];
const mostBrands = 4;

/** The card as one block, whose rows share their borders; hints and messages stand below it. */
function cardBlock(fields: readonly Field[], marks: readonly (readonly [Field, Element])[]): HTMLElement {
  for (const [field, mark] of marks) field.root.append(mark);
  const block = element('div', { class: 'card-block' }, ...fields.map(({ root }) => root));
  for (const { root, input } of fields) root.addEventListener('click', () => input.focus());
  return element('div', { class: 'card' }, block, ...fields.flatMap(({ notes }) => notes));
}

interface Saving {
  readonly nodes: readonly Node[];
  readonly saveAs: () => TypedCard['saveAs'];
}

/** The choice to save the card, and the name under which the customer knows it. */
function savingOf({ messages, hidesNickname, showsLabels }: FormSettings): Saving {
  const save = element('input', { type: 'checkbox', id: 'save-card', class: 'check' });
  const nickname = element('input', {
    id: 'nickname',
    class: 'input',
    type: 'text',
    maxlength: '12',
    autocomplete: 'off',
    placeholder: showsLabels ? ' ' : messages.nickname,
  });
  const named = element(
    'div',
    { class: 'field', hidden: true },
    element('label', { for: 'nickname', class: 'label' }, messages.nickname),
    nickname,
  );
  save.addEventListener('change', () => {
    named.hidden = hidesNickname || !save.checked;
  });
  const choice = element(
    'div',
    { class: 'choice' },
    save,
    element('label', { for: 'save-card', class: 'check-label' }, messages.saveCard),
  );
  return { nodes: [choice, named], saveAs: () => (save.checked ? { nickname: nickname.value } : null) };
}

/** `networks`: those of the listing. `maySave`: the payment has a customer who can save the card. A card that is only saved needs no security code. */
export function cardForm(
  data: FormSettings,
  networks: readonly string[],
  { maySave, asksForCvc }: { readonly maySave: boolean; readonly asksForCvc: boolean },
): CardForm {
  const { messages } = data;
  const number = fieldOf(
    {
      name: 'card-number',
      label: messages.cardNumber,
      format: formatCardNumber,
      example: '1234 1234 1234 1234',
      ...(networks.length > 0 && {
        hint: say(messages, 'acceptedCards', { networks: networks.map(networkLabel).join(', ') }),
        isHintUnseen: networks.every(hasBrand),
      }),
      attributes: { ...numeric, autocomplete: 'cc-number', maxlength: '24', dir: 'ltr' },
      check: (value) => checkCardNumber(value, networks),
    },
    data,
  );
  const expiry = fieldOf(
    {
      name: 'card-expiry',
      label: messages.expiry,
      format: formatExpiry,
      example: '12/29',
      attributes: { ...numeric, autocomplete: 'cc-exp', maxlength: '9', dir: 'ltr' },
      check: (value) => checkExpiry(value, thisMonth()),
    },
    data,
  );
  const cvc = asksForCvc ? cvcField('card-cvc', number.value, data) : undefined;
  const cvcs = cvc ? [cvc] : [];
  const brands = brandsOf(networks);
  const code = element('span', {}, codePlace(false));
  number.input.addEventListener('input', () => {
    const network = networkOf(digitsOf(number.value()));
    number.root.dataset['network'] = network?.name ?? '';
    brands.show(network?.name);
    code.replaceChildren(codePlace(network?.cvcLength === 4));
    if (cvc?.input.hasAttribute('aria-invalid')) cvc.validate();
  });
  const saving = maySave ? savingOf(data) : { nodes: [], saveAs: () => null };
  return {
    nodes: [
      cardBlock(
        [number, expiry, ...cvcs],
        [[number, brands.root], ...cvcs.map((field): [Field, Element] => [field, code])],
      ),
      ...saving.nodes,
    ],
    fields: [number, expiry, ...cvcs],
    card: () => {
      const until = expiryOf(expiry.value());
      return until && { number: number.value(), expiry: until, cvc: cvc?.value() ?? '', saveAs: saving.saveAs() };
    },
    clearCode: () => cvc?.clear(),
    mark: (part, text) => ({ number, expiry, cvc })[part]?.mark(text) ?? false,
    clear: () => {
      [number, expiry, ...cvcs].forEach((field) => field.clear());
      brands.show(undefined);
    },
  };
}
