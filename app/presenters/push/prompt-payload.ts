/** The part of a payload that draws the opt-in card, for its preview. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { PixelPush } from '#app/contract/push.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { pixelOptions } from '#app/domain/serving/pixel-options.ts'
import { phrasesOf } from '#app/domain/wording/phrases-of.ts'
import { pushWordsOf } from '#app/domain/wording/push-words/push-words-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'

type PromptPayload = Pick<PixelPayload, 'options' | 'phrases'> & {
  push: Pick<PixelPush, 'texts'>
}

export const promptPayload = (options: SiteOptions, appUrl: string): PromptPayload => ({
  options: pixelOptions(options, appUrl),
  phrases: phrasesOf(wordsOf(options.language), false),
  push: { texts: pushWordsOf(options.language).texts },
})
