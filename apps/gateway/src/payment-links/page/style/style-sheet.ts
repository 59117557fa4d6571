/** The style sheet of all pages. Logical sides (`inline-start`) serve both directions of writing; sizes in rem follow the reader's. */
export const styleSheet = `
*,::before,::after{box-sizing:border-box}
html{font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:#1b1b1f}
body{margin:0;background:var(--background);min-height:100vh;display:flex;flex-direction:column}
h1,h2,p,dl,dd,ul,fieldset{margin:0;padding:0}
fieldset{border:0;min-width:0}
[hidden]{display:none!important}
h1{font-size:1rem;font-weight:600}
h2{font-size:1.25rem;line-height:1.3}
h2:focus{outline:none}
.test-mode{background:#fff3cd;color:#5c4400;text-align:center;padding:.5rem 1rem;font-weight:600}
.page{display:grid;grid-template-columns:1fr;flex:1;width:100%}
.order{background:var(--theme) no-repeat}
.order-box{background:var(--theme);color:var(--on-theme);padding:1.25rem;display:grid;gap:.75rem}
.merchant{display:flex;align-items:center;gap:.75rem;font-weight:600}
.merchant-logo{max-height:3rem;max-width:8rem;background:#fff;border-radius:.25rem;padding:.25rem}
.merchant-name,.line-name{overflow-wrap:anywhere}
.amount{font-size:2rem;line-height:1.2;font-weight:700}
.lines{list-style:none;display:grid;gap:.5rem}
.lines li{display:flex;justify-content:space-between;gap:1rem}
.line-count{display:block;font-size:.875rem}
.shipping{text-align:start}
.shipping-heading{font-size:1rem}
.shipping address{font-style:normal;overflow-wrap:anywhere}
.details{display:grid;grid-template-columns:minmax(0,auto) minmax(0,1fr);gap:.25rem 1rem;text-align:start}
.details dt,.details dd{overflow-wrap:anywhere}
.bold{font-weight:700}
.form{background:#fff;padding:1.25rem;display:grid;gap:1rem;align-content:start;width:100%;max-width:34rem;margin-inline:auto}
.checkout,.plain,.block,.field,.group,.status,.tabs,.accordion{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
.field{gap:.25rem;align-content:start}
.label,.legend,legend{font-weight:600;padding:0}
.legend,legend{margin-block-end:.5rem}
.input{font:inherit;color:inherit;width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid #6f7378;border-radius:.375rem;background:#fff}
.input[aria-invalid]{border-color:#b3261e;border-width:2px}
.input::placeholder{color:transparent}
.labels-never .input::placeholder{color:#5f6368}
.field-card-cvc .input[aria-invalid]{border-color:var(--cvc-error)}
.input:focus-visible,.radio:focus-visible+.tab-label,.check:focus-visible,a:focus-visible,button:focus-visible{outline:3px solid #0b57d0;outline-offset:2px}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:1rem}
.hint{font-size:.875rem;color:#50545a;overflow-wrap:anywhere}
.error,.form-message{color:#b3261e;font-size:.9375rem}
.error:empty,.form-message:empty,.progress:empty{display:none}
.terms{font-size:.875rem;color:#50545a}
.choice{display:flex;gap:.5rem;align-items:start}
.check{width:1.25rem;height:1.25rem;margin:.125rem 0 0;flex:none}
.tab-list{display:flex;flex-wrap:wrap;gap:.5rem}
.tab{position:relative;display:flex}
.tabs .tab{flex:1 1 8rem}
.radio{position:absolute;opacity:0;inset:0;margin:0;width:100%;height:100%;cursor:pointer}
.tab-label{flex:1;display:flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.5rem .75rem;border:1px solid #6f7378;border-radius:.375rem}
.tab-label::before{content:"";flex:none;width:1rem;height:1rem;border:2px solid #50545a;border-radius:50%}
.radio:checked+.tab-label{border-color:#1b1b1f;box-shadow:inset 0 0 0 1px #1b1b1f;font-weight:600}
.radio:checked+.tab-label::before{border:5px solid #1b1b1f}
.accordion{gap:0}
.layout-spaced .accordion{gap:.5rem}
.accordion .block{padding:1rem .25rem}
.submit,.button{font:inherit;font-weight:600;min-height:3rem;padding:.625rem 1rem;border:2px solid transparent;border-radius:.375rem;background:var(--button);color:var(--on-button);cursor:pointer;text-align:center;text-decoration:none;display:block;width:100%}
.button.secondary{background:#fff;color:#1b1b1f;border-color:#6f7378}
.submit:disabled{background:#e3e3e3;color:#50545a;cursor:not-allowed}
.submit:not(:disabled):hover,.button:hover{text-decoration:underline}
.progress{display:flex;gap:.75rem;align-items:center}
.progress::before{content:"";flex:none;width:1.25rem;height:1.25rem;border:3px solid #c4c7c5;border-top-color:#1b1b1f;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
.status{text-align:center;justify-items:stretch}
.status::before{font-size:2rem;line-height:1;font-weight:700}
.status-succeeded::before{content:"✓"/"";color:#146c2e}
.status-failed::before{content:"✕"/"";color:#b3261e}
.status-unknown::before,.status-processing::before,.status-action::before{content:"…"/"";color:#50545a}
.qr-code{width:14rem;max-width:100%;height:auto;margin-inline:auto;background:#fff}
.foot{padding:1rem;text-align:center;font-size:.875rem;color:#50545a;background:#fff}
.labels-never .label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.labels-floating .field{position:relative;padding-block-start:.5rem}
.labels-floating .label{position:absolute;inset-block-start:1.0625rem;inset-inline-start:.625rem;padding-inline:.25rem;background:#fff;font-weight:400;pointer-events:none;max-width:calc(100% - 1.25rem);overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.labels-floating .field:has(.input:focus) .label,.labels-floating .field:has(.input:not(:placeholder-shown)) .label,.labels-floating .field:has(select) .label{inset-block-start:-.25rem;font-size:.8125rem}
@media (min-width:48rem){
.page.layout1{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.order-box,.form{padding:2.5rem}
.layout2 .order-box{max-width:34rem;margin-inline:auto}
.layout1 .order-box{min-height:100%;align-content:start;padding-inline-start:max(2.5rem,calc(50vw - 34rem))}
.layout1 .form{margin-inline:0 auto}
.layout1 .order.with-image .order-box{min-height:0}
}
@media (prefers-reduced-motion:reduce){.progress::before{animation-duration:4s}}
@media (forced-colors:active){.tab-label::before{forced-color-adjust:none}}
`;
