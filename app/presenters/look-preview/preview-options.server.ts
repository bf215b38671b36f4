/** What options would do before they are stored: the site's own nudge, or an example that names nobody. */
import type { PixelItem, PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { Services } from '#app/services.ts'
import { initialOf } from '#app/domain/wording/person.ts'
import {
  contrastOn,
  darkCard,
  leastContrast,
  lightCard,
  makeReadable,
} from '#app/domain/wording/color-contrast.ts'
import { drawingsOf } from '#app/domain/wording/drawings.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'
import { listPublished } from '#app/domain/nudges/published-nudges.server.ts'
import { headingOf } from '#app/domain/wording/headings.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { exampleFacts, describeExample } from './example-texts.ts'

export type LookPreview = {
  /** With one nudge. */
  payload: PixelPayload
  /** The nudge is no real one: nothing of the site could be told now. */
  isExample: boolean
  colors: readonly ReadableColor[]
}

/** A colour on the ground of a card. */
export type ReadableColor = {
  card: 'light' | 'dark'
  wanted: string
  /** The contrast of what was wanted, from 1 to 21. */
  contrast: number
  /** What is drawn: the wanted one, or one like it that can be read. */
  used: string
  isKept: boolean
}

/** So many of the first published nudges are tried: a preview needs one. */
const mostTried = 3

/**
 * @param options all of them, as they would be stored
 * @returns null when the site is gone
 */
export async function previewLook(
  { db, log, now, config: { appUrl } }: Services,
  site: SiteScope,
  options: SiteOptions,
): Promise<LookPreview | null> {
  const compiled = await compilePayload({ db, log, now, appUrl }, site, {
    withheld: undefined,
    counts: undefined,
    typed: options,
    preview: async (tx) => (await listPublished(tx, site)).slice(0, mostTried),
  })
  if (!compiled) return null

  const { forms: _forms, unshown: _unshown, ...payload } = compiled
  const realNudge = payload.nudges.find(({ items: [item] }) => item !== undefined && isPlain(item))
  return {
    payload: realNudge ? { ...payload, nudges: [realNudge] } : withExample(payload, options, now()),
    isExample: realNudge === undefined,
    colors: readColors(options.color),
  }
}

/** It needs nothing that only a page or its visitors know. */
const isPlain = ({ title, text, count, threshold, hasVariables, country, page }: PixelItem) =>
  title + text !== '' && !count && !threshold && !hasVariables && !country && page === undefined

function withExample(payload: PixelPayload, options: SiteOptions, at: Date): PixelPayload {
  const initial = initialOf(exampleFacts, options.conversion)
  const heading = headingOf(options, 'selling_fast')
  const nudge: PixelNudge = {
    id: 'example',
    type: 'purchase',
    surface: 'popup',
    items: [
      {
        claim: 'example',
        ...describeExample(options),
        at: Math.floor(at.getTime() / 1000),
        ...(initial === undefined ? {} : { initial }),
      },
    ],
    ...(heading === undefined ? {} : { heading }),
    why: [],
  }
  const drawings = options.imagePosition === 'none' ? {} : { drawings: drawingsOf([nudge.type]) }
  return { ...payload, nudges: [nudge], ...drawings }
}

const cards = { light: lightCard, dark: darkCard } as const

const readColors = (wanted: string): ReadableColor[] =>
  (['light', 'dark'] as const).map((card) => {
    const contrast = contrastOn(wanted, cards[card]) ?? 1
    const used = makeReadable(wanted, cards[card])
    // Rounded down: a 4.5 that is none would be a promise.
    const shownContrast = Math.floor(contrast * 10) / 10
    return { card, wanted, contrast: shownContrast, used, isKept: contrast >= leastContrast }
  })
