/** Words for facts in the message field. */
import {
  formatSlot,
  isKnownFact,
  templateSlots,
  type TemplateVariable,
} from '#app/domain/nudges/message-template.ts'

/** Fallbacks to begin with. */
const fallbacks: Partial<Record<TemplateVariable, string>> = {
  first_name: 'Someone',
  place: '',
  product: 'something',
  goal: 'signed up',
}

export const defaultSlot = (name: TemplateVariable): string =>
  formatSlot(name, fallbacks[name] ?? null)

/** Our wording, with what is shown when a value is missing. */
export function withFallbacks(template: string): string {
  let text = template
  for (const { name, start, text: slot } of templateSlots(template).reverse()) {
    if (!isKnownFact(name)) continue
    text = text.slice(0, start) + defaultSlot(name) + text.slice(start + slot.length)
  }
  return text
}
