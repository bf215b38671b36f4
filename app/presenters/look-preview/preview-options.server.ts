/**
 * Previews the effect of options before they are saved, with one of the site's nudges or an example
 * about no real person.
 */
import type { PixelItem, PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { Services } from '#app/services.ts'
import { examplePicture } from '#app/domain/wording/example-shop.ts'
import { layoutsOf } from '#app/domain/wording/card-design/layouts.ts'
import { readableColors, type ReadableColor } from '#app/domain/wording/color-contrast.ts'
import { drawingsOf } from '#app/domain/nudges/types/registry.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'
import { listPublished } from '#app/domain/nudges/published-nudges.server.ts'
import { headingOf } from '#app/domain/wording/headings.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { describeExample } from './example-texts.ts'

export type LookPreview = {
  /** Contains one nudge. */
  payload: PixelPayload
  /** The nudge is an example, because none of the site's can be shown now. */
  isExample: boolean
  colors: readonly ReadableColor[]
}

/** How many of the first published nudges are tried. */
const mostTried = 3

/**
 * @param options all of them, as they would be stored
 * @returns null when the site no longer exists
 */
export async function previewLook(
  { db, log, now, security, config: { appUrl } }: Services,
  site: SiteScope,
  options: SiteOptions,
): Promise<LookPreview | null> {
  const compiled = await compilePayload({ db, log, now, appUrl }, site, {
    screen: security.secrets,
    withheld: undefined,
    counts: undefined,
    typed: options,
    preview: async (tx) => (await listPublished(tx, site)).slice(0, mostTried),
  })
  if (!compiled) return null

  const { forms: _forms, unshown: _unshown, ...payload } = compiled
  const realNudge = payload.nudges.find(({ items: [item] }) => item !== undefined && isPlain(item))
  return {
    payload: realNudge
      ? { ...payload, nudges: [realNudge] }
      : withExample(payload, options, { appUrl, at: now() }),
    isExample: realNudge === undefined,
    colors: readableColors(options.color),
  }
}

/** Needs no data that only a page or its visitors have. */
const isPlain = ({ title, text, count, threshold, hasVariables, country, page }: PixelItem) =>
  title + text !== '' && !count && !threshold && !hasVariables && !country && page === undefined

function withExample(
  payload: PixelPayload,
  options: SiteOptions,
  { appUrl, at }: { appUrl: string; at: Date },
): PixelPayload {
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
        image: examplePicture(appUrl),
      },
    ],
    ...(heading === undefined ? {} : { heading }),
    why: [],
  }
  const drawings = options.imagePosition === 'none' ? {} : { drawings: drawingsOf([nudge.type]) }
  return { ...payload, nudges: [nudge], ...layoutsOf([nudge]), ...drawings }
}
