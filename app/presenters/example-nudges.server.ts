/** Nudges for people without a site: the login screen shows what they look like. */
import { contractVersion, type PixelPayload } from '#app/contract/pixel.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { validateNudge } from '#app/domain/nudges/published-nudges.server.ts'
import { sampleContent, sampleData } from '#app/domain/nudges/types/kit/sample-data.ts'
import { drawingsOf, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { compileNudge } from '#app/domain/serving/compile-nudge.server.ts'
import { pixelOptions } from '#app/domain/serving/pixel-options.ts'
import { layoutsOf } from '#app/domain/wording/card-design/layouts.ts'
import { examplePicture } from '#app/domain/wording/example-shop.ts'
import { phrasesOf } from '#app/domain/wording/phrases-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'

const options = { ...defaultSiteOptions, branding: false, inlineBranding: false }

/** Popups of the types, with sample data, as the pixel draws them. */
export async function compileExampleNudges(
  types: readonly NudgeType[],
  { appUrl, at }: { appUrl: string; at: Date },
): Promise<PixelPayload> {
  const compiled = await Promise.all(types.map((type) => compileExample(type, { appUrl, at })))
  const nudges = compiled.flatMap((one) => (typeof one === 'string' ? [] : [one.nudge]))
  return {
    version: contractVersion,
    options: pixelOptions(options, appUrl),
    nudges,
    ...layoutsOf(nudges),
    phrases: phrasesOf(wordsOf(options.language), options.branding),
    drawings: drawingsOf(types),
  }
}

function compileExample(type: NudgeType, { appUrl, at }: { appUrl: string; at: Date }) {
  const stored = {
    id: 0,
    uuid: type,
    shortId: type,
    version: 1,
    type,
    surface: 'popup' as const,
    query: {},
    content: sampleContent(nudgeDefinitions[type], at),
    rules: {},
    placement: null,
    message: null,
    look: {},
  }
  return compileNudge({
    stored,
    nudge: validateNudge(stored),
    moment: {
      entitlements: entitlementsOf({ plan: 'free', meteredBy: 'visitors', overrides: {} }),
      timeZone: 'UTC',
      siteLanguage: options.language,
      options,
      siteName: 'shop.example',
      at,
      withdrawals: 0,
      cartedProducts: [],
    },
    data: sampleData(at, examplePicture(appUrl)),
    claims: null,
  })
}
