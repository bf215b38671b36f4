/** Puts the owner's own words into what a type tells; the facts, the moments and the pictures stay. */
import type { NudgeMessage } from '#app/contract/nudge-settings.ts'
import type { ToldItem } from './types/kit/nudge-definition.ts'
import { cutWords, maxTextLength, maxTitleLength } from '#app/domain/wording/text.ts'
import { fillSlots, type Values } from './message-template.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'

/** Items whose own words lack a fact are left out: nothing is told instead of it. */
export const tellOwnWords = (
  told: readonly ToldItem[],
  message: NudgeMessage,
  words: WordsOf,
): ToldItem[] => told.flatMap((one) => tellOne(one, message, words) ?? [])

function tellOne(told: ToldItem, message: NudgeMessage, words: WordsOf): ToldItem | null {
  const { item, own } = told
  if (own === undefined) return told

  const title = message.title === '' ? item.title : say(message.title, own.values, maxTitleLength)
  if (title === null) return null
  const { count } = item
  if (count !== undefined) {
    const forms = sayForms(message, own.values, words)
    return (
      forms && {
        ...told,
        item: { ...item, title, count: { ...count, forms } },
        sentence: sentenceOf(title, forms.at(-1)),
      }
    )
  }
  const text =
    message.text === ''
      ? item.text
      : say(textFor(message, own.count, words), own.values, maxTextLength)
  return text === null
    ? null
    : { ...told, item: { ...item, title, text }, sentence: sentenceOf(title, text) }
}

const say = (template: string, values: Values, length: number): string | null => {
  const text = fillSlots(template, values)
  return text === null ? null : cutWords(text, length)
}

/** One form of two: what is said of exactly one, and what of all other numbers. */
function textFor({ text, one }: NudgeMessage, count: number | undefined, words: WordsOf): string {
  const isOne = count !== undefined && words.formOf(count) === words.formOf(1)
  return isOne && one !== '' ? one : text
}

/** By plural form, with `#` where the pixel puts the number. Null when a fact is missing. */
function sayForms(message: NudgeMessage, values: Values, words: WordsOf): string[] | null {
  const texts = Array.from({ length: words.formCount }, (_form, place) => {
    const isOne = place === words.formOf(1)
    const template = isOne && message.one !== '' ? message.one : message.text
    return say(template, values, maxTextLength)
  })
  return texts.every((text) => text !== null) ? texts : null
}

const sentenceOf = (title: string, text: string | undefined) => `${title} ${text ?? ''}`.trim()
