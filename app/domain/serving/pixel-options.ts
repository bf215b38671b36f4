/** The site's options as pages receive them. Needs no database. */
import type { PixelOptions } from '#app/contract/pixel.ts'
import { defaultSiteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import { checkoutPattern } from '#app/domain/sites/checkout-pattern.ts'
import { timingsOf } from '#app/domain/sites/timings.ts'
import { composeDesign } from '#app/domain/wording/card-design/compose-design.ts'
import { accentsOf } from '#app/domain/wording/color-contrast.ts'

/** The options that the pixel needs. The server has already applied those about facts and texts. */
export function pixelOptions(options: SiteOptions, appUrl: string): PixelOptions {
  const { branding, inlineBranding } = options
  const design = composeDesign(options)
  return {
    timings: timingsOf(options, defaultSiteOptions.timings),
    offset: options.offset,
    position: options.position,
    mobilePosition: options.mobilePosition,
    animation: options.animation,
    maxNudges: options.maxNudges,
    limitNudges: options.limitNudges,
    loop: options.loop,
    nudgeRandomization: options.nudgeRandomization,
    closeNudgeBehaviour: options.closeNudgeBehaviour,
    ignoreQueryParameters: options.ignoreQueryParameters,
    theme: options.theme,
    accents: accentsOf(options.color),
    ...(design === '' ? {} : { design }),
    imagePosition: options.imagePosition,
    inlineBorder: options.inlineBorder,
    showClose: options.showClose,
    direction: options.direction,
    checkouts: checkoutPattern(options.checkoutPaths),
    ...(branding ? { brandUrl: brandUrl(options, appUrl) } : {}),
    ...(branding && inlineBranding ? { brandsInline: true as const } : {}),
  }
}

function brandUrl({ affiliateBranding: { enabled, token } }: SiteOptions, appUrl: string): string {
  const address = new URL(appUrl)
  if (enabled && token) address.searchParams.set('affiliate', token)
  return address.href
}
