/** The shop's own message. product.md 5b. */
import { customContent } from '../../../contract/nudge-content.ts'
import { findClaimFaults } from '../claim-faults/claim-faults.ts'
import { customWords } from './custom.words.ts'
import type { Kind, RuleContext } from './kind.ts'
import { everyRead } from './query-reads.ts'
import { fill, pictureOf, told, toSeconds } from './said.ts'
import { cleanWords, isolateWords } from './words.ts'

export const custom: Kind = {
  type: 'custom',
  basis: 'owner',
  category: 'good_to_know',
  reads: ['deadline', 'javascript', 'hideEmpty', ...everyRead],
  tell(context) {
    const message = messageOf(context)
    if (!message) return Promise.resolve([])
    const { title, text, hasVariables, countsDown, deadline, picture } = message
    const item = {
      title,
      text,
      ...picture,
      ...(hasVariables ? { hasVariables } : {}),
      ...(deadline === null ? {} : { until: deadline }),
      ...(countsDown ? { countsDown } : {}),
    }
    return Promise.resolve([told(item)])
  },
  rule: (context) =>
    messageOf(context)?.hasVariables
      ? "The owner's own words, with values that the page's script tells. They count nobody and nothing."
      : "The owner's own words. They count nobody and nothing.",
  windowSeconds: () => 0,
  why(context) {
    const { from, page } = customWords[context.words.language]
    const label = fill(from, { shop: isolateWords(context.siteName, context.words.language) })
    return messageOf(context)?.hasVariables ? [label, page] : [label]
  },
  about: {
    data: 'The owner’s text, with values that the page’s script tells. Numbers of people, sales and stock, persons who bought, and timers without an end are refused.',
    hidesWhen:
      'After the deadline; a value is missing and nothing is named instead, or hideEmpty is on; it has values and page facts are off; its words claim what nobody can check.',
  },
}

const variable = /\{([^{}|]+)(\|[^{}]*)?\}/g

/** What is told of the owner's words; null when they may not be told, or not now. */
function messageOf({ content, query, at }: Omit<RuleContext, 'words'>) {
  const read = customContent.safeParse(content).data
  const { deadline, javascript, hideEmpty } = query
  if (!read || (deadline !== null && deadline <= toSeconds(at))) return null
  if (findClaimFaults(read, { hasEnd: deadline !== null }).length > 0) return null

  const words = { title: cleanWords(read.title) ?? '', text: cleanWords(read.text) ?? '' }
  const names = [...`${words.title} ${words.text}`.matchAll(variable)].map(([, name]) => name)
  const hasVariables = names.some((name) => name !== 'left')
  if (hasVariables && !javascript) return null
  // Nothing, instead of words without the fact that they are about.
  const say = (text: string) => (hideEmpty ? text.replace(variable, '{$1}') : text)
  return {
    title: say(words.title),
    text: say(words.text),
    picture: pictureOf(read),
    hasVariables: hasVariables ? (true as const) : undefined,
    // Without a deadline it is a fault, and nothing is told.
    countsDown: names.includes('left') ? (true as const) : undefined,
    deadline,
  }
}
