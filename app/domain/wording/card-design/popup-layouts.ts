/**
 * CSS of the layouts of popups beside a card, which only payloads with such nudges have. Follows that
 * of a type, and is followed by that of popups and of the design: its selectors have the role, which
 * only popups have, so they count more. Fixed texts: no stored text can bring a rule.
 */
import type { CardLayout } from '#app/contract/card-design.ts'
import type { NudgeType } from '#app/contract/nudges.ts'

/** Rules for windows larger than phones, where every popup is a line or, below 340 px, a card. */
const wide = (rules: string) => `@media(min-width:640px)and (min-height:480.02px){${rules}}`

/** Texts one after the other. @param card selector of the card @param rows at most */
const inRows = (card: string, rows: number) =>
  `${card} .words{unicode-bidi:normal;-webkit-line-clamp:${String(rows)};overflow:hidden;-webkit-box-orient:vertical;display:-webkit-box}${card} .words>*{display:inline;font-size:1em;line-height:inherit}${card} .words em{display:none}${card} small{white-space:nowrap}${card} .words .stars{display:inline-block;margin:0;vertical-align:top}`

/** A round picture without what types draw around it. */
const round = (card: string, size: number) =>
  `${card} .picture{flex:none;align-self:center;width:${String(size)}px;height:${String(size)}px;min-height:0;margin:0;border:0;border-radius:50%;font-size:16px}${card} .picture>svg{width:20px}${card} .picture::before,${card} .picture::after{display:none}`

/** Three heads, which a pill has room for. */
const heads =
  '.shut[role] div.picture{width:30px;height:30px;margin-inline:-8px 46px;font-size:14px}.shut[role] .picture>svg{width:16px}.shut[role] .picture::before,.shut[role] .picture::after{display:block;width:30px;height:30px;inset-inline-start:22px;content:""}.shut[role] .picture::after{inset-inline-start:44px}'

/** Its ends are round while its panel is shut, which brings back the card. */
const pill = `@media(min-width:340px){.shut[role],.shut[role] .link{border-radius:32px}.shut[role] .picture{border-radius:50%}}${wide(
  `.shut[role]{width:fit-content;max-width:420px;line-height:1.3}.shut[role] .main{align-items:center;gap:10px;padding:4px;padding-inline-start:20px}${inRows('.shut[role]', 3)}${round('.shut[role]', 40)}.shut[role] .picture{margin-inline-start:-14px}.shut[role] .body~.picture{margin-inline-start:0}.shut[role] .tools{display:flex;margin:0}.shut[role] .brand{margin:-6px 0 -4px;padding:6px 0;font-size:11px;line-height:13px}`,
)}`

/**
 * Next to the page's bars without a gap, and between what phones and tablets cut off at the sides.
 * The buttons keep their place at its end. Its texts are whole while its panel is open.
 */
const bar = `.card[role]{--high:0px;--far:0px;inset:max(var(--bar) - 8px,env(safe-area-inset-top)) 0 max(var(--bar) - 8px,env(safe-area-inset-bottom));padding:0 env(safe-area-inset-right) 0 env(safe-area-inset-left);max-width:none;border-inline-width:0;border-radius:0}.card[role] .link{border-radius:0}${wide(
  `.card[role] .main{align-items:center;justify-content:center;min-height:44px;padding:4px 104px}.card[role] .tools{position:absolute;inset:0;inset-inline-start:auto;display:flex;align-items:center;margin:0;padding-inline-end:8px}.card[role] .body{display:flex;flex:0 1 auto;flex-wrap:wrap;align-items:center;gap:4px 16px;margin:0}${inRows('.shut[role]', 2)}${round('.card[role]', 36)}.card[role] :is(.code,.bar,.brand){margin:0}.card[role] .bar{flex:0 0 144px}.card[role] .terms{margin:0}.card[role] .panel{padding-inline:max(12px,50% - 320px)}`,
)}`

/** A drawing that takes the place of an image that doesn't load stays as small as the type's. */
const image = wide(
  '.card[role]{max-width:288px}.card[role] .main{flex-wrap:wrap;overflow:hidden;border-radius:inherit}.card[role] img.picture{contain:size;order:-1;flex:none;width:calc(100% + 24px);height:168px;min-height:0;margin:-12px -12px 0;border:0;border-radius:0}',
)

/** The types whose picture is three heads. */
const withHeads: ReadonlySet<NudgeType> = new Set(['visitor', 'visitors', 'cart_counter'])

/** CSS of a layout for popups of a type. A line is no popup's, and has none. */
export function popupLayout(layout: CardLayout, type: NudgeType): string {
  if (layout === 'pill') return withHeads.has(type) ? pill + wide(heads) : pill
  return { bar, image, line: '' }[layout]
}
