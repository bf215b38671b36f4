/** Applies the owner's template to the items of a type. Facts, times and images stay. */
import type { NudgeMessage } from '#app/contract/nudge-settings.ts'
import type { CompiledItem } from './types/kit/nudge-definition.ts'
import { cutWords, maxTextLength, maxTitleLength } from '#app/domain/wording/text.ts'
import { renderTemplate, type TemplateValues } from './message-template.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'

/** An empty template counts as none. */
export const hasTemplate = (message: NudgeMessage | null): message is NudgeMessage =>
  message !== null && (message.title !== '' || message.text !== '')

/**
 * Without a template the items stay as they are. Skips items that lack a fact of the template.
 *
 * @param words of the language that the pixel counts in, whatever the template is typed in
 */
export const applyTemplate = (
  compiled: CompiledItem[],
  message: NudgeMessage | null,
  words: WordsOf,
): CompiledItem[] =>
  hasTemplate(message)
    ? compiled.flatMap((one) => applyToItem(one, message, words) ?? [])
    : compiled

function applyToItem(
  compiled: CompiledItem,
  message: NudgeMessage,
  words: WordsOf,
): CompiledItem | null {
  const { item, templateData } = compiled
  if (templateData === undefined) return compiled

  const unfilled = templateData.unfilled ?? item
  const title =
    message.title === ''
      ? unfilled.title
      : renderWithin(message.title, templateData.values, maxTitleLength)
  if (title === null) return null
  const { count } = item
  if (count !== undefined) {
    const forms = renderForms(message, templateData.values, words)
    return (
      forms && {
        ...compiled,
        item: { ...item, title, count: { ...count, forms } },
        sentence: sentenceOf(title, forms.at(-1)),
      }
    )
  }
  const text =
    message.text === ''
      ? unfilled.text
      : renderWithin(textFor(message, templateData.count), templateData.values, maxTextLength)
  if (text === null) return null
  const { lang: _ofTheExcerpt, ...others } = item
  const shown = message.text === '' ? item : others
  return { ...compiled, item: { ...shown, title, text }, sentence: sentenceOf(title, text) }
}

const renderWithin = (template: string, values: TemplateValues, length: number): string | null => {
  const text = renderTemplate(template, values)
  return text === null ? null : cutWords(text, length)
}

/** Two forms: for exactly one, and for all other numbers. */
const textFor = ({ text, one }: NudgeMessage, count: number | undefined): string =>
  count === 1 && one !== '' ? one : text

/** By plural form, with `#` for the pixel's number. Null when a fact is missing. */
function renderForms(
  message: NudgeMessage,
  values: TemplateValues,
  words: WordsOf,
): string[] | null {
  const texts = Array.from({ length: words.formCount }, (_form, place) => {
    const isOne = place === words.formOf(1)
    const template = isOne && message.one !== '' ? message.one : message.text
    return renderWithin(template, values, maxTextLength)
  })
  return texts.every((text) => text !== null) ? texts : null
}

const sentenceOf = (title: string, text: string | undefined) => `${title} ${text ?? ''}`.trim()
