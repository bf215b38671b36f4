/** Helpers that turn templates into items. */
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { PixelItem } from '#app/contract/pixel.ts'
import { stockMaxAgeMillis } from '#app/domain/products/stock-age.ts'
import { webAddress } from '#app/lib/web/web-address.ts'
import type { Forms } from '#app/domain/wording/languages/language-words.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'
import type { TemplateValues } from '../../message-template.ts'
import type { CompiledItem } from './nudge-definition.ts'

/** Replaces `{name}` placeholders. Leaves unknown ones for the pixel. */
export const fillPlaceholders = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** The same for all plural forms. */
export const fillPluralForms = (forms: Forms, values: Record<string, string>): Forms => ({
  ...forms,
  ...Object.fromEntries(
    Object.entries(forms).map(([category, text]) => [category, fillPlaceholders(text, values)]),
  ),
})

/** At least 1, so "0 people are viewing this" never shows. */
export const leastOf = ({ minimum }: NudgeQuery): number => Math.max(1, minimum)

export const mostOf = ({ maximum }: NudgeQuery): { maximum?: number } =>
  maximum === null ? {} : { maximum }

type Picture = { image?: string | null | undefined; url?: string | null | undefined }

/** The owner's image and link, if they are web URLs. */
export function pictureOf(content: Picture): Pick<PixelItem, 'image' | 'url'> {
  const image = webAddress(content.image)
  const url = webAddress(content.url)
  return { ...(image === undefined ? {} : { image }), ...(url === undefined ? {} : { url }) }
}

/** An item, with the sentence that a visitor reads. */
export const toCompiledItem = (item: Omit<PixelItem, 'claim'>): CompiledItem => ({
  item,
  sentence: `${item.title} ${item.text}`.trim(),
})

/** An item with a number that only the page knows, written as `#`, also in `values`. */
export function toCountItem(
  count: NonNullable<PixelItem['count']>,
  values?: TemplateValues,
): CompiledItem {
  const compiled = { item: { title: '', text: '', count }, sentence: count.forms.at(-1) ?? '' }
  return values === undefined ? compiled : { ...compiled, templateData: { values } }
}

/** The number; above the query's maximum, the maximum and a plus. */
export const formatCappedCount = (
  { words, query }: { words: WordsOf; query: Pick<NudgeQuery, 'maximum'> },
  total: number,
): string => words.count({ other: '#' }, total, query.maximum)

/** An item that expires at the given time at the latest. */
export const withExpiry = (until: Date, { item, ...rest }: CompiledItem): CompiledItem => ({
  ...rest,
  item: { ...item, until: toSeconds(until) },
})

/** The item with stock from a feed or file: shows how old it is, and expires when it's too old. */
export function withReadAt(readAt: Date, { item, ...rest }: CompiledItem): CompiledItem {
  const tooOld = toSeconds(new Date(readAt.getTime() + stockMaxAgeMillis))
  const until = Math.min(item.until ?? Infinity, tooOld)
  return { ...rest, readAt, item: { ...item, at: toSeconds(readAt), until } }
}

export const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)
