/**
 * Styles that all nudges share, in a constructed style sheet of the shadow root. Animates transform
 * and opacity only. Site options are inserted as numbers, or choose among our own texts.
 */
import type { PixelOptions } from '#app/contract/pixel.ts'

/** Duration of a popup's exit. */
export const leaveMillis = 200

/** In the order that compresses best: only a card's colors depend on it. */
export const style = `
:host{all:initial!important}
[hidden]{display:none!important}
.panel{border-top:1px solid #87909a47;font-size:13px;padding:12px}
.brand{width:fit-content;padding:4px 0}
.link{position:absolute;z-index:1;border-radius:12px;inset:0}
.tools{display:grid;align-content:space-between;margin:-12px}
.card{background:var(--card);--card:#fff;--faint:#545c65;box-sizing:border-box;color:#16191d;border:1px solid #87909a47;border-radius:12px;font:14px/20px system-ui,sans-serif;text-align:left;overflow-wrap:anywhere}
*{unicode-bidi:plaintext}
.sign{width:44px;height:44px;padding:8px;color:var(--faint);border-radius:16px}
.sign svg{width:20px}
em,strong,span{display:-webkit-box;-webkit-line-clamp:8;-webkit-box-orient:vertical;overflow:hidden}
.picture{place-items:center;object-fit:cover;font-size:24px;border-radius:8px;color:var(--accent);width:64px;height:64px;background:var(--tint);display:grid}
.sign:hover{background:var(--tint)content-box}
em,strong,.picture{font-weight:600}
:focus-visible{outline-offset:-2px;outline:2px solid var(--accent)}
svg{display:block;margin:auto;width:28px;stroke:currentColor;stroke-linecap:round;fill:none;stroke-width:1.5}
.body,.picture{margin:auto 0}
.body{min-width:0;flex:1}
em,small,.brand{font-size:12px;line-height:16px;font-style:normal}
em{color:var(--accent)}
small,.brand{display:block;color:var(--faint);margin-top:2px}
.main{gap:12px;position:relative;display:flex;padding:12px}
.dark{color:#f4f6f8;--card:#1b1f24;--faint:#b3bac2}
button,.brand{z-index:1;position:relative}
[dir=rtl]{text-align:right}
button{background:none;color:inherit;border:1px solid #0000;font:inherit;cursor:pointer;padding:0}
@media print{.card{display:none}}`

/**
 * Below the breakpoint of 640 px the position for phones applies. `--bar` is how much of the edge
 * the page's bars take.
 */
export const writePopupStyle = (
  { position, mobilePosition, offset, animation }: PixelOptions,
  isMirrored: boolean,
) => `
:host{position:fixed!important;z-index:2147483000!important}
.card{--bar:0px;--high:min(${offset.vertical}px,40vh);--far:min(${offset.horizontal}px,6vw);position:fixed;inset:max(var(--high),var(--bar),env(safe-area-inset-top)) max(var(--far),env(safe-area-inset-right)) max(var(--high),var(--bar),env(safe-area-inset-bottom)) max(var(--far),env(safe-area-inset-left));height:fit-content;max-width:320px;max-height:calc(97vh - max(var(--high),var(--bar)));overflow:auto;box-shadow:0 2px 6px #0001,0 12px 32px #0002;${place(position, isMirrored)}
.card:not(.on){opacity:0;pointer-events:none}
@media(prefers-reduced-motion:no-preference){.on{animation:${animation} .35s ease-out}:not(.on){transition:opacity ${leaveMillis / 1000}s}}
@keyframes ${animation}{from{opacity:0;transform:translateY(${animation === 'fade-in' ? 0 : position[0] === 't' ? -32 : 32}px)}}
@media(max-width:639.98px){.card{--far:12px;max-width:420px;${place(mobilePosition, isMirrored)}}`

/**
 * The compact form of a popup on phones, also held sideways, after all other styles: at most 56 pixels high, with its
 * texts one after the other in up to three rows, while the panel is shut, which brings back
 * everything. They follow the card's direction, whatever the first is written in. Narrower windows
 * have no room for texts beside the buttons.
 */
export const phoneStyle = `
@media(min-width:340px)and (max-width:639.98px),(min-width:340px)and (max-height:480px){.shut .picture{align-self:center;width:40px;height:40px;min-height:0;margin:0 -5px}
.shut .main{align-items:center;padding:2px 12px}
.shut .words{unicode-bidi:normal;-webkit-line-clamp:3;overflow:hidden;-webkit-box-orient:vertical;display:-webkit-box}
.shut .words *{display:inline}
.shut .tools{display:flex;margin:-2px -12px}
.shut{font-size:13px;line-height:16px;max-width:420px}
.shut small{white-space:nowrap}
.shut .brand,.shut .words em{display:none}}`

/** The end of the card's rule, and those that move it to the other edge and side of the window. */
const place = (position: string, isMirrored: boolean) => {
  const [edge, side = ''] = position.split('-')
  // Neither of the center, which has no other side.
  const sides: Partial<Record<string, string>> = { left: 'right', right: 'left' }
  const other = edge === 'top' ? 'bottom' : 'top'
  const start = isMirrored ? sides[side] : side
  const end = isMirrored ? side : sides[side]

  return `margin:auto;margin-${edge}:0;margin-${start}:0}.flip{margin-${edge}:auto;margin-${other}:0}.turn{margin-${start}:auto;margin-${end}:0}`
}
