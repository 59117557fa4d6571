/** The colours that do not depend on the merchant: texts, edges and signals on the form's surface. */
export const lightColours = {
  text: '#1a1d21',
  quiet: '#5a626c',
  edge: '#858d98',
  line: '#e1e4e9',
  sunken: '#f1f3f5',
  danger: '#b3261e',
  'danger-ground': '#fdf0ef',
  good: '#146c2e',
  focus: '#0b57d0',
  badge: '#fff1c9',
  'on-badge': '#614700',
} as const;

export const darkColours = {
  text: '#eceef1',
  quiet: '#a9b1bb',
  edge: '#767e89',
  line: '#30353c',
  sunken: '#22262c',
  danger: '#ffa198',
  'danger-ground': '#3a1f1e',
  good: '#7ed69a',
  focus: '#8ab4f8',
  badge: '#4a3b10',
  'on-badge': '#ffe08a',
} as const;

/** The ground of a page: type, spaces of 4 px, and what only screen readers see. */
const base = `
*,::before,::after{box-sizing:border-box}
html{font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--text);scroll-padding-block-end:6rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--surface);min-height:100vh;display:flex;flex-direction:column;font-size:.9375rem}
h1,h2,h3,p,dl,dd,ul,fieldset,address{margin:0;padding:0}
fieldset{border:0;min-width:0}
[hidden]{display:none!important}
h1{font-size:.9375rem;font-weight:400}
h2{font-size:1.125rem;line-height:1.5rem;font-weight:600}
h2:focus,.form-message:focus{outline:none}
a{color:inherit}
.unseen{position:absolute!important;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.amount,.lines,.details,.submit,.card-block .input,.facts{font-variant-numeric:tabular-nums}
a:focus-visible,button:focus-visible,summary:focus-visible,.input:focus-visible,.check:focus-visible,.radio:focus-visible+.tab-label{outline:2px solid var(--focus);outline-offset:2px}
svg{display:block;flex:none}
`;

/** The order: on a calm tint of the merchant's colour. */
const order = `
.page{display:grid;grid-template-columns:minmax(0,1fr);flex:1;width:100%;align-content:start}
.order{background:var(--ground) no-repeat;color:var(--on-ground);border-block-start:.25rem solid var(--theme)}
.order-box{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem 1rem;align-items:center;padding:.75rem 1rem;max-width:29.5rem;margin-inline:auto}
.order-box>*{grid-column:1/-1}
.merchant{grid-column:1!important;display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;font-weight:600;min-width:0}
.merchant-logo{height:2rem;max-width:8rem;object-fit:contain;background:#fff;border-radius:.25rem;padding:.125rem;font-size:0}
.merchant-logo.failed,.picture.failed{display:none}
.merchant-name,.line-name,.description{overflow-wrap:anywhere}
.test-mode{font-size:.75rem;line-height:1rem;font-weight:600;padding:.125rem .5rem;border-radius:.25rem;background:var(--badge);color:var(--on-badge);white-space:nowrap;justify-self:start}
.quiet,.line-count,.until,.order-title{color:var(--quiet-on-ground)}
.amount{font-size:1.25rem;line-height:1.75rem;font-weight:600;unicode-bidi:isolate}
:where(.order) .amount{grid-column:-2/-1;text-align:end}
.fold{font-size:.875rem;justify-self:start}
.fold summary{cursor:pointer;list-style:none;display:flex;align-items:center;gap:.5rem;min-height:1.75rem;color:var(--quiet-on-ground)}
.fold summary::-webkit-details-marker{display:none}
.fold summary::after{content:"";width:.5rem;height:.5rem;border:solid currentColor;border-width:0 .125rem .125rem 0;transform:translateY(-.125rem) rotate(45deg)}
.fold[open] summary::after{transform:translateY(.125rem) rotate(225deg)}
.more{display:grid;gap:1rem;padding-block:.5rem}
.lines{list-style:none;display:grid;gap:.75rem}
.lines li{display:flex;gap:.75rem;align-items:start}
.line-name{flex:1;min-width:0}
.picture{width:3rem;height:3rem;object-fit:cover;border-radius:.375rem;background:#fff;font-size:0}
.line-count{display:block;font-size:.8125rem}
.shipping-heading{font-size:.9375rem;line-height:1.5rem}
.shipping address{font-style:normal;overflow-wrap:anywhere}
.details,.facts{display:grid;grid-template-columns:minmax(0,auto) minmax(0,1fr);gap:.25rem 1rem;text-align:start}
.details dt,.details dd,.facts dt,.facts dd{overflow-wrap:anywhere}
.lines+.details,.description+.details{border-block-start:1px solid var(--line-on-ground);padding-block-start:1rem}
.bold{font-weight:600}
:where(.with-image){padding-block-start:6rem}
.with-image .order-box{background:var(--ground)}
`;

/** The form: the card is one block, its rows share their borders. */
const form = `
.form{background:var(--surface);padding:1.25rem 1rem 1rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;align-content:start;width:100%;max-width:29.5rem;margin-inline:auto}
.checkout,.plain,.block,.group,.status,.tabs,.accordion,.card{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
#checkout{min-height:13rem}
.form:has(.status) .form-header{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.field{display:grid;gap:.25rem;grid-template-columns:minmax(0,1fr);align-content:start}
.label{font-size:.875rem;line-height:1.25rem;font-weight:400;color:var(--text)}
.legend,legend{font-size:.875rem;line-height:1.25rem;color:var(--quiet);padding:0;margin-block-end:.5rem}
.group legend{color:var(--text);font-weight:600}
.input{font:inherit;font-size:1rem;line-height:1.5rem;color:inherit;width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--surface)}
.input[aria-invalid]{border-color:var(--danger);box-shadow:inset 0 0 0 1px var(--danger)}
.input::placeholder{color:var(--quiet);opacity:1}
.card{gap:.5rem}
.card-block{display:grid;grid-template-columns:1fr 1fr;border:1px solid var(--edge);border-radius:.5rem;background:var(--surface)}
.card-block .field{position:relative;padding:.375rem .75rem;min-height:2.75rem;gap:0;cursor:text;align-content:space-between}
:where(.card-block) .label{font-size:.8125rem;color:var(--quiet);cursor:text}
.card-block .field-card-number{grid-column:1/-1;border-block-end:1px solid var(--edge)}
.card-block .field-card-expiry:last-child{grid-column:1/-1}
.card-block .field-card-cvc{border-inline-start:1px solid var(--edge)}
.card-block .input{border:0;padding:0;min-height:1.625rem;border-radius:0;box-shadow:none;background:none;outline:none}
.card-block .field:focus-within{outline:2px solid var(--focus);outline-offset:-1px;border-radius:.4375rem;z-index:1}
.card-block .field:has([aria-invalid]){box-shadow:inset 0 0 0 2px var(--danger);border-radius:.4375rem}
.card-block .field-card-cvc:has([aria-invalid]){box-shadow:inset 0 0 0 2px var(--cvc-error)}
.card-block .field:focus-within:has([aria-invalid]){outline-color:var(--danger);box-shadow:none}
[dir=rtl] .card-block .input{text-align:end}
.card-block .field:has([aria-invalid]) .label,.card-block .field:has([aria-invalid]) .code-place{color:var(--danger)}
.card-block .field-card-cvc:has([aria-invalid]) .code-place{color:var(--cvc-error)}
.brands{position:absolute;inset-inline-end:.75rem;inset-block-start:.375rem;display:flex;gap:.25rem;pointer-events:none}
.brands[data-one] .brand:not([data-shown]),.brands:not([data-one]) .brand[data-extra]{display:none}
.brand{width:1.75rem;height:1.25rem}
.brand-more{direction:ltr;font-size:.75rem;line-height:1.25rem;color:var(--quiet)}
.brands[data-one] .brand-more{display:none}
.code-place{position:absolute;inset-inline-end:.75rem;inset-block-end:.5rem;color:var(--quiet);pointer-events:none}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:1rem}
.hint{font-size:.8125rem;line-height:1.25rem;color:var(--quiet);overflow-wrap:anywhere}
.error{color:var(--danger);font-size:.875rem;line-height:1.25rem}
.form-message{color:var(--danger);background:var(--danger-ground);border-radius:.5rem;padding:.75rem}
.error:empty,.form-message:empty,.progress:empty{display:none}
.terms{font-size:.8125rem;line-height:1.25rem;color:var(--quiet)}
.choice{display:flex;gap:.75rem;align-items:start}
.check{width:1.25rem;height:1.25rem;margin:.125rem 0 0;flex:none;accent-color:var(--accent)}
.labels-never .label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.labels-floating .field:not(.card-block .field){position:relative}
.labels-floating .field:not(.card-block .field) .input::placeholder{color:transparent}
.labels-floating .field:not(.card-block .field) .label{position:absolute;inset-block-start:.75rem;inset-inline-start:.625rem;padding-inline:.25rem;background:var(--surface);pointer-events:none;max-width:calc(100% - 1.25rem);overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.labels-floating .field:not(.card-block .field):has(.input:focus,.input:not(:placeholder-shown),select) .label{inset-block-start:-.625rem;font-size:.8125rem}
`;

/** The ways to pay: wallets as large buttons, then rows that open; on a wide screen the rows of \`tabs\` are tiles. */
const methods = `
.wallets{display:grid;gap:.5rem}
.wallet{font:inherit;font-size:1rem;font-weight:600;min-height:3rem;border:1px solid transparent;border-radius:.5rem;background:#1a1d21;color:#fff;cursor:pointer;display:flex;align-items:center;justify-content:center;gap:.5rem;width:100%}
.wallet:disabled{opacity:.6;cursor:default}
.wallet-place[data-empty],.wallets:not(:has(.wallet-place:not([data-empty])))+.otherwise{visibility:hidden}
.otherwise{display:flex;align-items:center;gap:.75rem;color:var(--quiet);font-size:.875rem}
.otherwise::before,.otherwise::after{content:"";flex:1;border-block-start:1px solid var(--line)}
.rows{display:grid;border:1px solid var(--edge);border-radius:.5rem;grid-template-columns:minmax(0,1fr)}
.rows>.tab~.tab{border-block-start:1px solid var(--line)}
.tab{position:relative;display:flex}
.radio{position:absolute;opacity:0;inset:0;margin:0;width:100%;height:100%;cursor:pointer}
.tab-label{flex:1;display:flex;align-items:center;gap:.75rem;min-height:3rem;padding:.5rem .75rem;border-radius:.4375rem;min-width:0}
.tab-name{flex:1;min-width:0;overflow-wrap:anywhere}
.tab-icon{color:var(--quiet)}
.tab-label::before{content:"";flex:none;width:1.125rem;height:1.125rem;border:1px solid var(--edge);border-radius:50%}
.radio:checked+.tab-label::before{border:.375rem solid var(--accent)}
.radio:checked+.tab-label{font-weight:600}
:where(.rows)>.block{padding:.25rem .75rem 1rem}
.layout-spaced .rows{border:0;gap:.5rem}
.layout-spaced .rows>.tab{border:1px solid var(--edge);border-radius:.5rem}
`;

/** The button, its states, and what stands around it. */
const actions = `
.pay{display:grid;gap:.75rem}
.submit,.button{font:inherit;font-size:1rem;font-weight:600;min-height:3rem;padding:.5rem 1rem;border:1px solid transparent;border-radius:.5rem;background:var(--button);color:var(--on-button);cursor:pointer;text-decoration:none;display:flex;align-items:center;justify-content:center;gap:.5rem;width:100%;text-align:center}
.submit:has(.lock)::before{content:"";flex:none;width:.875rem;height:.875rem}
.submit .lock,.submit .tick{margin-inline-start:-1.375rem}
.submit[data-state=busy]:has(.lock)::before{border:2px solid;border-inline-end-color:transparent;border-radius:50%;animation:turn .8s linear infinite}
.submit[data-state=busy] .lock,.submit[data-state=done] .lock,.submit:not([data-state=done]) .tick{display:none}
.button.secondary{background:var(--surface);color:var(--text);border-color:var(--edge)}
.submit:disabled:not([data-state]){background:var(--sunken);color:var(--quiet);cursor:not-allowed}
.submit[data-state=done]{background:var(--good);color:var(--surface)}
.submit:not(:disabled):hover,.button:hover,.wallet:not(:disabled):hover{filter:brightness(.92)}
.foot{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1rem;font-size:.8125rem;color:var(--quiet);text-align:center}
.foot a{display:inline-block;padding-block:.25rem}
.progress{display:flex;gap:.75rem;align-items:center}
.progress::before{content:"";flex:none;width:1.25rem;height:1.25rem;border:2px solid var(--line);border-block-start-color:var(--text);border-radius:50%;animation:turn .8s linear infinite}
.form:has(.outline,form[aria-busy=true]) .progress:not([data-offline]){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@keyframes turn{to{transform:rotate(1turn)}}
.outline{display:grid;gap:1rem}
.outline span{display:block;height:3rem;border-radius:.5rem;background:var(--sunken)}
.outline .tall{height:7.5rem}
.outline :first-child{height:1.5rem;width:60%}
`;

/** What became of the payment. */
const result = `
.status{text-align:center;justify-items:center;padding-block-start:1rem}
.status>*{width:100%}
.status::before{content:"…"/"";display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;font-size:1.5rem;line-height:1;font-weight:700;background:var(--sunken);color:var(--quiet)}
.status-succeeded::before{content:"✓"/"";background:var(--good);color:var(--surface)}
.status-failed::before{content:"✕"/"";background:var(--danger-ground);color:var(--danger)}
.facts{border-block:1px solid var(--line);padding-block:.75rem;gap:.5rem 1rem}
.facts dt{color:var(--quiet)}
.facts dd{text-align:end}
.qr-code{width:14rem;max-width:100%;height:auto;margin-inline:auto;background:#fff;padding:.5rem;border-radius:.5rem}
`;

const screens = `
@media (max-width:55.99rem){
.order-title:not(.alone){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.fold:not([open])~.more{display:none}
.fold,.more{grid-column:1/-1}
}
@media (max-width:30rem){
:where(.rows)>.block{padding-inline:.5rem}
.card-block .field{padding-inline:.625rem}
:where(.card-block) .label{font-size:.75rem}
}
@media (max-width:55.99rem) and (min-height:34rem){
.pay{position:sticky;inset-block-end:0;background:var(--surface);padding-block:.75rem;margin-block-end:-.75rem;z-index:2}
}
@media (min-width:40rem) and (max-width:55.99rem){.form{padding-block-start:2rem}}
@media (min-width:56rem){
.layout1{grid-template-columns:1fr 1fr;align-content:stretch}
:where(.layout1)>.form:where(:only-child){grid-column:1/-1}
.layout1>.order .order-box{margin-inline:auto 4rem;padding-inline:2rem 0;width:100%;max-width:29.5rem}
:where(.layout1)>.form:where(:not(:only-child)){margin-inline:4rem auto;padding-inline:0 2rem}
.order-box{padding-block:4rem 2rem;padding-inline:1rem;row-gap:.5rem}
.form{padding-block:4rem 3rem}
.layout2 .order-box{padding-block:2rem}
:where(.layout2) .form{padding-block-start:2rem}
.fold{display:none}
:where(.order) .amount{grid-column:1/-1;text-align:start;font-size:2.25rem;line-height:2.75rem}
:where(.order) .merchant{margin-block-end:1rem}
.more{padding-block-start:1rem}
.with-image .order-box{padding:2rem!important;border-radius:.5rem}
.layout1 .tabs .rows{border:0;grid-template-columns:repeat(auto-fit,minmax(6.25rem,1fr));gap:.5rem}
.layout1 .tabs .rows>.tab{border:1px solid var(--edge)!important;border-radius:.5rem}
.layout1 .tabs .rows>.tab:has(:checked){border-color:var(--accent)!important;box-shadow:inset 0 0 0 1px var(--accent)}
.layout1 .tabs .tab-label{flex-wrap:wrap;align-content:center;gap:.25rem .5rem;padding:.5rem .625rem;font-size:.8125rem;font-weight:400}
.layout1 .tabs .tab-label::before{display:none}
.layout1 .tabs .tab-label svg{order:-1}
.layout1 .tabs .tab-name{flex:1 0 100%}
:where(.layout1 .tabs .rows)>.block{grid-column:1/-1;order:1;padding:.5rem 0 0}
}
@media (prefers-reduced-motion:reduce){.progress::before,.submit::before{animation-duration:4s!important}}
@media (forced-colors:active){.tab-label::before{forced-color-adjust:none}}
@media (prefers-color-scheme:dark){.wallet{border-color:var(--edge)}}
`;

/** The style sheet of all pages. Logical sides (\`inline-start\`) serve both directions of writing; sizes in rem follow the reader's. */
export const styleSheet = [base, order, form, methods, actions, result, screens].join('');
