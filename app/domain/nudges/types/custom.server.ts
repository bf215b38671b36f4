/** The shop's message, or its custom messages one after another. */
import { customContent } from '#app/contract/nudge-content.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import { customWords } from './custom.words.ts'
import { listShownMessages } from '#app/domain/messages/messages.server.ts'
import type {
  NudgeDefinition,
  CompileContext,
  RuleContext,
  CompiledItem,
} from './kit/nudge-definition.ts'
import { everyRead, rotationReads } from './kit/query-options.ts'
import { fillPlaceholders, pictureOf, toCompiledItem, toSeconds } from './kit/compiled-item.ts'
import { cleanWords, isolateWords } from '#app/domain/wording/text.ts'

export const custom: NudgeDefinition = {
  type: 'custom',
  basis: 'owner',
  category: 'good_to_know',
  reads: ['deadline', 'javascript', 'hideEmpty', 'listSize', ...rotationReads, ...everyRead],
  compile(context) {
    if (showsListOfMessages(context)) return compileMessages(context)
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
    return Promise.resolve([toCompiledItem(item)])
  },
  rule: (context) =>
    showsListOfMessages(context)
      ? 'A message that the shop wrote by hand. It counts nobody and nothing.'
      : messageOf(context)?.hasVariables
        ? "The owner's own words, with values that the page's script tells. They count nobody and nothing."
        : "The owner's own words. They count nobody and nothing.",
  windowSeconds: () => 0,
  why(context) {
    const { from, page, byHand } = customWords[context.words.language]
    const label = fillPlaceholders(from, {
      shop: isolateWords(context.siteName, context.words.language),
    })
    if (showsListOfMessages(context)) return [label, byHand]
    return messageOf(context)?.hasVariables ? [label, page] : [label]
  },
  about: {
    data: 'The owner’s text, with values that the page’s script tells; or, where the owner asks for it, the messages of the data feeds, which the shop wrote by hand and which say so. Numbers of people, sales and stock, persons who bought, and timers without an end are refused.',
    hidesWhen:
      'After the deadline; there is no message that is shown; a value is missing and nothing is named instead, or hideEmpty is on; it has values and page facts are off; its words claim what nobody can check.',
  },
}

const showsListOfMessages = ({ content }: Pick<RuleContext, 'content'>) =>
  customContent.safeParse(content).data?.tellsMessages === true

/** Newest first, under a title that says the shop wrote them. */
async function compileMessages({
  tx,
  site,
  siteName,
  query,
  words,
  at,
}: CompileContext): Promise<CompiledItem[]> {
  const { deadline, listSize } = query
  if (deadline !== null && deadline <= toSeconds(at)) return []
  const shop = isolateWords(siteName, words.language)
  const title = fillPlaceholders(customWords[words.language].title, { shop })
  const messages = await listShownMessages(tx, site, listSize)
  return messages.flatMap(({ text: written, ...picture }) => {
    // Checked again: the rules may have improved since it was saved.
    const text = cleanWords(written)
    if (text === null || findUnprovableClaims({ text }).length > 0) return []
    const until = deadline === null ? {} : { until: deadline }
    return [toCompiledItem({ title, text, ...pictureOf(picture), ...until })]
  })
}

const variable = /\{([^{}|]+)(\|[^{}]*)?\}/g

/** The owner's message; null when it makes a claim, or isn't valid now. */
function messageOf({ content, query, at }: Omit<RuleContext, 'words'>) {
  const read = customContent.safeParse(content).data
  const { deadline, javascript, hideEmpty } = query
  if (!read?.text || (deadline !== null && deadline <= toSeconds(at))) return null
  if (
    findUnprovableClaims({ title: read.title, text: read.text }, { hasEnd: deadline !== null })
      .length > 0
  )
    return null

  const words = { title: cleanWords(read.title) ?? '', text: cleanWords(read.text) ?? '' }
  const names = [...`${words.title} ${words.text}`.matchAll(variable)].map(([, name]) => name)
  const hasVariables = names.some((name) => name !== 'left')
  if (hasVariables && !javascript) return null
  // Hides the nudge when a fact is missing, instead of leaving it out.
  const fillWithin = (text: string) => (hideEmpty ? text.replace(variable, '{$1}') : text)
  return {
    title: fillWithin(words.title),
    text: fillWithin(words.text),
    picture: pictureOf(read),
    hasVariables: hasVariables ? (true as const) : undefined,
    // A countdown without a deadline is an error, so nothing is shown.
    countsDown: names.includes('left') ? (true as const) : undefined,
    deadline,
  }
}
