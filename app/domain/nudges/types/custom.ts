/** The shop's message, or its custom messages one after another. */
import { customContent } from '#app/contract/nudge-content.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import {
  defineNudge,
  type CompileContext,
  type RuleContext,
  type CompiledItem,
} from './kit/nudge-definition.ts'
import { everyRead, rotationReads } from './kit/query-options.ts'
import { fillPlaceholders, pictureOf, toCompiledItem, toSeconds } from './kit/compiled-item.ts'
import { cleanWords, isolateWords } from '#app/domain/wording/text.ts'
import { needsOwner } from './kit/readiness.ts'
import { pictureInputs } from './kit/fields.ts'
import { lintMessage } from '../linter/lint-content.ts'

export const custom = defineNudge({
  type: 'custom',
  surfaces: ['popup', 'inline'],
  category: 'good_to_know',
  basis: 'owner',
  defaults: { hideEmpty: false, javascript: true },
  content: customContent,
  example: {
    title: 'Samples',
    text: 'Samples come with each order',
    image: 'https://shop.example/sample.png',
    url: 'https://shop.example/samples',
  },
  fields: {
    title: 'Your message',
    lead: 'Say something only you can vouch for. Use {name|fallback} to insert a value your page provides.',
    inputs: [
      { kind: 'text', name: 'title', label: 'Title', takesFacts: true, isWide: true },
      { kind: 'text', name: 'text', label: 'Text', takesFacts: true, isWide: true },
      ...pictureInputs,
      {
        kind: 'check',
        name: 'tellsMessages',
        label: 'Rotate the messages from Data › Messages',
        help: 'Replaces the text above. Each one is labeled as a message from your shop.',
        isWide: true,
      },
    ],
    findings: 'text',
  },
  lint: lintMessage,
  message: null,
  labels: {
    name: 'Custom message',
    about: 'Shows your own text. Numbers and people that can’t be verified are blocked.',
    one: 'message',
    many: 'messages',
    options: { deadline: 'Stop showing after' },
  },
  drawing: 'M4 10v4h3l8 5V5L7 10zM18 9a4 4 0 0 1 0 6',
  needs: needsOwner('Ready when you add your text'),
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
      ? 'A message written by the shop. It makes no counts.'
      : messageOf(context)?.hasVariables
        ? "The owner's own text with values from the page. It makes no counts."
        : "The owner's own text. It makes no counts.",
  windowSeconds: () => 0,
  why(context) {
    const { from, page, byHand } = context.words.texts.custom
    const label = fillPlaceholders(from, {
      shop: isolateWords(context.siteName, context.words.language),
    })
    if (showsListOfMessages(context)) return [label, byHand]
    return messageOf(context)?.hasVariables ? [label, page] : [label]
  },
  about: {
    data: 'Your own text, optionally with values your page provides, or your messages from Data. Claims about numbers of people, sales, stock or buyers, and countdowns without an end, are blocked.',
    hidesWhen:
      'After the end date, if there’s no message to show, a value is missing without a fallback or while “Hide when a value is missing” is on, “Use data from the page” is off but the text needs it, or the text makes claims that can’t be verified.',
  },
})

/** The content of a nudge that shows the messages of the data feeds. */
export const listOfMessages = { tellsMessages: true }

export const showsListOfMessages = ({ content }: Pick<RuleContext, 'content'>) =>
  customContent.safeParse(content).data?.tellsMessages === true

/** Newest first, under a title that says the shop wrote them. */
async function compileMessages({
  data,
  siteName,
  query,
  words,
  at,
}: CompileContext): Promise<CompiledItem[]> {
  const { deadline, listSize } = query
  if (deadline !== null && deadline <= toSeconds(at)) return []
  const shop = isolateWords(siteName, words.language)
  const title = fillPlaceholders(words.texts.custom.title, { shop })
  const messages = await data.listShownMessages(listSize)
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
