/** A type's own wording as a template, for owners who want to change some of its words. */
import type { NudgeMessage } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import type { TemplateValues } from './message-template.ts'
import { sampleContent, sampleData } from './types/kit/sample-data.ts'
import { fullQuery, nudgeDefinitions } from './types/registry.ts'

type Wording = { query: Partial<NudgeQuery>; options: SiteOptions; at: Date }

/**
 * The type is compiled with sample data, and the sample's values are replaced by their placeholders.
 * Null: the type takes no template, or shows nothing with these settings.
 */
export async function findReadyMessage(
  type: NudgeType,
  { query, options, at }: Wording,
): Promise<NudgeMessage | null> {
  const definition = nudgeDefinitions[type]
  if (definition.message === null) return null
  const compiled = await definition.compile({
    data: sampleData(at),
    siteName: 'shop.example',
    query: fullQuery(type, query),
    content: sampleContent(definition, at),
    options,
    words: wordsOf(options.language),
    at,
    withdrawals: 0,
    cartedProducts: [],
  })
  const [first] = compiled === 'below_minimum' ? [] : compiled
  if (first?.templateData === undefined) return null
  const { item, templateData } = first
  const { title, text: plain } = templateData.unfilled ?? item
  const text = item.count?.forms.at(-1) ?? plain
  return {
    title: insertSlots(title, templateData.values),
    text: insertSlots(text, templateData.values),
    one: '',
  }
}

/** Longer values first: a short one may be part of them. */
function insertSlots(text: string, values: TemplateValues): string {
  const known = Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] != null && entry[1] !== '')
    .sort(([, one], [, other]) => other.length - one.length)
  const found: { at: number; length: number; slot: string }[] = []
  for (const [name, value] of known) {
    const at = text.indexOf(value)
    const isTaken = found.some((one) => at < one.at + one.length && one.at < at + value.length)
    if (at >= 0 && !isTaken) found.push({ at, length: value.length, slot: `{${name}}` })
  }
  return found
    .sort((one, other) => other.at - one.at)
    .reduce(
      (whole, { at, length, slot }) => whole.slice(0, at) + slot + whole.slice(at + length),
      text,
    )
}
