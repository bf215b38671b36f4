/** Styles of a nudge inside the page: a card, or a compact line in the page's own letters. */
import type { PixelOptions } from '#app/contract/pixel.ts'

const line = `
:host{display:inline-block!important;max-width:var(--room,100%)!important;vertical-align:middle!important;font:inherit!important;color:inherit!important}
.card{color:inherit;--faint:currentColor;--accent:currentColor;background:none;border:0;font-family:inherit;font-size:clamp(12px,1em,16px)}
.main{align-items:center;gap:6px;padding:0 4px}
.picture,.sign{width:20px;height:20px;padding:0;background:none;font-size:14px}
.card svg{width:18px}
em,strong,span,small{display:inline;font-size:1em}
.tools{margin:0}
.sign::after{position:absolute;inset:-12px;content:''}
.panel{padding:4px 0;border:0}
.copy{color:inherit;background:none;border-color:currentColor}`

const card = ':host{display:block!important;padding:8px 0!important}'

export const writeInlineStyle = (options: PixelOptions) =>
  '.gone{visibility:hidden}' +
  (options.layout ? line : card + (options.inlineBorder ? '' : '.card{border-color:transparent}'))
