import { checkExpiry, expiryOf, formatExpiry } from '../script/card-expiry';
import type { CardPart } from '../script/decline';
import { networkOf, networkLabel } from '../script/card-networks';
import { checkCardNumber, checkCvc, digitsOf, formatCardNumber } from '../script/card-number';
import type { TypedCard } from '../script/confirm-body';
import type { FormSettings } from '../script/page-data';
import { say } from '../script/problem';
import { element } from './dom';
import { fieldOf, type Field } from './field';

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
export function cvcField(name: string, numberOf: () => string, { messages }: FormSettings): Field {
  return fieldOf(
    {
      ...{ name, label: messages.cvc, hint: messages.cvcHint },
      attributes: { ...numeric, autocomplete: 'cc-csc', maxlength: '4', dir: 'ltr' },
      check: (value) => checkCvc(value, numberOf()),
      format: digitsOf,
    },
    messages,
  );
}

interface Saving {
  readonly nodes: readonly Node[];
  readonly saveAs: () => TypedCard['saveAs'];
}

/** The choice to save the card, and the name under which the customer knows it. */
function savingOf({ messages, hidesNickname }: FormSettings): Saving {
  const save = element('input', { type: 'checkbox', id: 'save-card', class: 'check' });
  const nickname = element('input', {
    id: 'nickname',
    class: 'input',
    type: 'text',
    maxlength: '12',
    autocomplete: 'off',
    placeholder: messages.nickname,
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
      ...{ name: 'card-number', label: messages.cardNumber, format: formatCardNumber },
      ...(networks.length > 0 && {
        hint: say(messages, 'acceptedCards', { networks: networks.map(networkLabel).join(', ') }),
      }),
      attributes: { ...numeric, autocomplete: 'cc-number', maxlength: '24', dir: 'ltr' },
      check: (value) => checkCardNumber(value, networks),
    },
    messages,
  );
  const expiry = fieldOf(
    {
      ...{ name: 'card-expiry', label: messages.expiry, format: formatExpiry },
      attributes: { ...numeric, autocomplete: 'cc-exp', maxlength: '9', dir: 'ltr' },
      check: (value) => checkExpiry(value, thisMonth()),
    },
    messages,
  );
  const cvc = asksForCvc ? cvcField('card-cvc', number.value, data) : undefined;
  const cvcs = cvc ? [cvc] : [];
  number.input.addEventListener('input', () => {
    const network = networkOf(digitsOf(number.value()));
    number.root.dataset['network'] = network?.name ?? '';
    if (cvc?.input.hasAttribute('aria-invalid')) cvc.validate();
  });
  const saving = maySave ? savingOf(data) : { nodes: [], saveAs: () => null };
  return {
    nodes: [
      number.root,
      element('div', { class: 'pair' }, expiry.root, ...cvcs.map(({ root }) => root)),
      ...saving.nodes,
    ],
    fields: [number, expiry, ...cvcs],
    card: () => {
      const until = expiryOf(expiry.value());
      return until && { number: number.value(), expiry: until, cvc: cvc?.value() ?? '', saveAs: saving.saveAs() };
    },
    clearCode: () => cvc?.clear(),
    mark: (part, text) => ({ number, expiry, cvc })[part]?.mark(text) ?? false,
    clear: () => [number, expiry, ...cvcs].forEach((field) => field.clear()),
  };
}
