/**
 * The looks. They live in a constructed sheet of the shadow root, which a page's content security
 * policy allows without `unsafe-inline`, and move by transform and opacity only.
 */
import type { PixelOptions } from '../contract/pixel.ts'

type Position = PixelOptions['position']

/** How long a nudge takes to leave. */
export const leaveMillis = 200

/** Spec §9: narrower than the breakpoint `sm` (640 px) counts as mobile. */
export const writeStyle = ({ position, mobilePosition, offset, animation }: PixelOptions) => `
:host{all:initial!important;position:fixed!important;z-index:2147483000!important}
.card{position:fixed;box-sizing:border-box;width:max-content;max-width:min(360px,100vw - ${2 * offset.horizontal}px);${place(position, offset)}}
.on{display:flex;gap:12px;min-width:min(280px,100vw - 24px);padding:12px;color:#16191d;background:#fff;border:1px solid #dfe3e7;border-radius:12px;box-shadow:0 1px 2px #10182014,0 10px 32px #1018202e;font:14px/20px system-ui,sans-serif;animation:${motions[animation] ?? 'none'}}
.off{opacity:0;pointer-events:none;transition:opacity ${leaveMillis}ms}
.picture,button{display:flex;align-items:center;justify-content:center;color:#5a626b;border-radius:8px}
.picture{flex:none;width:56px;height:56px;overflow:hidden;background:#f1f3f5}
img{width:100%;height:100%;object-fit:cover}
svg{width:28px;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.words{flex:1;align-self:center}
strong,span,small{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden;overflow-wrap:anywhere}
strong{font-weight:600;padding-inline-end:24px}
span{color:#3a4149}
small{margin-top:2px;font-size:12px;line-height:16px;color:#5a626b}
a{position:absolute;inset:0;border-radius:11px}
button{position:absolute;top:6px;inset-inline-end:6px;width:28px;height:28px;padding:0;background:#fff;border:0;cursor:pointer}
button:hover{background:#f1f3f5}
button svg{width:18px}
:focus-visible{outline:2px solid #0a5fd0;outline-offset:-2px}
@keyframes slide{from{opacity:0;transform:translateY(${position[0] === 't' ? -32 : 32}px)}}
@keyframes fade{from{opacity:0}}
@media(max-width:639.98px){.card{${place(mobilePosition, offset)}}}
@media(prefers-reduced-motion:reduce){.card{animation:none;transition:none}}
@media print{.card{display:none}}`

/** An animation that this pixel does not know yet is none. */
const motions: Partial<Record<string, string>> = {
  'slide-in': 'slide .35s cubic-bezier(.2,.8,.2,1)',
  'fade-in': 'fade .35s',
}

/** Offsets give way on small windows, where a nudge would else stand outside of them. */
const place = (position: Position, { vertical, horizontal }: PixelOptions['offset']) => {
  const [edge, side] = position.split('-')
  const isTop = edge === 'top'
  const isRight = side === 'right'
  const high = `calc(min(${vertical}px,40vh) + env(safe-area-inset-${isTop ? 'top' : 'bottom'}))`
  const far = `min(${horizontal}px,6vw)`
  const [left, right, margin] =
    side === 'center' ? [0, 0, '0 auto'] : isRight ? ['auto', far, 0] : [far, 'auto', 0]

  return `inset:${isTop ? high : 'auto'} ${right} ${isTop ? 'auto' : high} ${left};margin:${margin}`
}
