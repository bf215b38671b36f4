/**
 * The looks. They live in a constructed sheet of the shadow root, which a page's content security
 * policy allows without `unsafe-inline`, and move by transform and opacity only. What comes from the
 * site's options goes in as numbers or decides between texts of ours.
 */
import type { PixelNudge, PixelOptions } from '../../contract/pixel.ts'
import { darkCard, lightCard, makeReadable, writeColour } from './colour.ts'

/** How long a nudge takes to leave. */
export const leaveMillis = 200

export const writeStyle = (options: PixelOptions, surface: PixelNudge['surface']) =>
  writeColours(options) +
  parts +
  (options.imagePosition === 'end' ? '.picture{order:1}.tools{order:2}' : '') +
  (surface === 'popup' ? writePopup(options) : writeInline(options))

const writeColours = ({ theme, color }: PixelOptions) => {
  const light = `--card:${writeColour(lightCard)};--ink:#16191d;--faint:#545c65;--accent:${makeReadable(color, lightCard)}`
  const dark = `--card:${writeColour(darkCard)};--ink:#f4f6f8;--faint:#b3bac2;--accent:${makeReadable(color, darkCard)}`
  if (theme === 'dark') return `.card{${dark}}`

  return `.card{${light}}${theme === 'auto' ? `@media(prefers-color-scheme:dark){.card{${dark}}}` : ''}`
}

const parts = `
:host{all:initial!important}
[hidden]{display:none!important}
.card{box-sizing:border-box;color:var(--ink);background:var(--card);border:1px solid #87909a47;border-radius:12px;font:14px/20px system-ui,sans-serif;text-align:left;overflow-wrap:anywhere}
[dir=rtl]{text-align:right}
em,strong,span,small,code,p,b,button{unicode-bidi:plaintext}
.main{position:relative;display:flex;gap:12px;padding:12px}
.link{position:absolute;z-index:1;inset:0;border-radius:11px}
.picture,.icon{display:flex;align-items:center;justify-content:center;color:var(--faint);border-radius:8px}
.picture{flex:none;width:56px;height:56px;overflow:hidden;background:#87909a1f}
img{width:100%;height:100%;object-fit:cover}
svg{width:28px;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.body{flex:1;min-width:0;align-self:center}
em,strong,span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
em,small,.stars,.brand{font-size:12px;font-style:normal;line-height:16px}
em,strong,b,.copy{font-weight:600}
em{margin-bottom:2px;color:var(--accent)}
span{-webkit-line-clamp:8;opacity:.85}
strong[hidden]~span{opacity:1}
small,.brand{display:block;margin-top:2px;color:var(--faint)}
.stars{position:relative;width:max-content;margin:2px 0;color:var(--accent);font-size:16px;white-space:nowrap}
.stars i{position:absolute;top:0;inset-inline-start:0;overflow:hidden;font-style:normal}
.bar{height:6px;margin-top:8px;overflow:hidden;background:#87909a1f;border-radius:4px}
.bar i{display:block;height:100%;background:var(--accent);border-radius:4px;forced-color-adjust:none}
button,code,.brand{position:relative;z-index:1}
button{padding:0;color:inherit;background:none;border:1px solid transparent;border-radius:6px;font:inherit;text-align:inherit;cursor:pointer}
.tools{flex:none;display:flex;flex-direction:column;justify-content:space-between;margin:-6px;margin-inline-start:-8px}
.icon{width:28px;height:28px}
.icon svg{width:18px}
.icon:hover,.icon[aria-expanded=true]{background:#87909a1f;color:var(--ink)}
.code{display:flex;gap:6px;margin-top:8px}
code{padding:3px 10px;border:1px dashed var(--faint);border-radius:6px;font:600 14px/20px monospace;user-select:all}
.copy{padding:3px 12px;color:var(--card);background:var(--accent)}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.terms,.turn{border:0}
.terms{display:block;max-width:100%;min-height:24px;margin-top:4px;overflow:hidden;color:var(--faint);font-size:12px;white-space:nowrap;text-overflow:ellipsis}
.terms[aria-expanded=true]{white-space:normal}
.brand,.turn{text-decoration:underline}
.brand{width:max-content;max-width:100%;padding:4px 0}
.panel{padding:10px 12px 8px;border-top:1px solid #87909a47;font-size:13px}
p{margin:4px 0 0}
.turn{min-height:28px;margin-top:4px;color:var(--accent)}
:focus-visible{outline:2px solid var(--ink);outline-offset:1px}
.link:focus-visible{outline-offset:-2px}
@media(forced-colors:active){.bar{outline:1px solid CanvasText}.bar i{background:CanvasText}.copy,.icon{border-color:ButtonBorder}}
@media print{.card{display:none}}`

/** Spec §9: narrower than the breakpoint `sm` (640 px) counts as mobile. */
const writePopup = ({ position, mobilePosition, offset, animation }: PixelOptions) => `
:host{position:fixed!important;z-index:2147483000!important}
.card{position:fixed;width:max-content;max-width:min(360px,100vw - ${2 * offset.horizontal}px);${place(position, offset)}}
.card:not(.on),.off{opacity:0;pointer-events:none}
.on{min-width:min(300px,100vw - 24px);max-height:calc(100vh - 24px);overflow:auto;box-shadow:0 8px 32px #10182033}
.flip{${place(flip(position), offset)}}
.in{animation:${motions[animation] ?? 'none'}}
.off{transition:opacity ${leaveMillis}ms}
@keyframes slide{from{opacity:0;transform:translateY(${position[0] === 't' ? -32 : 32}px)}}
@keyframes fade{from{opacity:0}}
@media(max-width:639.98px){.card{${place(mobilePosition, offset)}}.flip{${place(flip(mobilePosition), offset)}}}
@media(prefers-reduced-motion:reduce){.card{animation:none;transition:none}}`

const writeInline = ({ inlineBorder }: PixelOptions) =>
  ':host{display:block!important;padding:8px 0!important}.gone{visibility:hidden}' +
  (inlineBorder ? '' : '.card{border-color:transparent}')

/** An animation that this pixel does not know yet is none. */
const motions: Partial<Record<string, string>> = {
  'slide-in': 'slide .35s cubic-bezier(.2,.8,.2,1)',
  'fade-in': 'fade .35s',
}

const flip = (position: string) =>
  position[0] === 't' ? position.replace('top', 'bottom') : position.replace('bottom', 'top')

/** Offsets give way on small windows, where a nudge would else stand outside of them. */
const place = (position: string, { vertical, horizontal }: PixelOptions['offset']) => {
  const [edge, side] = position.split('-')
  const isTop = edge === 'top'
  const high = `calc(min(${vertical}px,40vh) + env(safe-area-inset-${isTop ? 'top' : 'bottom'}))`
  const far = (name: string) => `calc(min(${horizontal}px,6vw) + env(safe-area-inset-${name}))`
  const [left, right, margin] =
    side === 'center'
      ? [0, 0, '0 auto']
      : side === 'right'
        ? ['auto', far('right'), 0]
        : [far('left'), 'auto', 0]

  return `inset:${isTop ? high : 'auto'} ${right} ${isTop ? 'auto' : high} ${left};margin:${margin}`
}
