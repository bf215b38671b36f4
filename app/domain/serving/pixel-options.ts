/** The site's options as pages receive them. Needs no database. */
import type { PixelOptions } from '#app/contract/pixel.ts'
import { defaultSiteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import { checkoutPattern, payFields } from '#app/domain/sites/checkout-pattern.ts'
import { timingsOf } from '#app/domain/sites/timings.ts'
import { composeDesign } from '#app/domain/wording/card-design/compose-design.ts'
import { accentsOf } from '#app/domain/wording/color-contrast.ts'

/**
 * The options that the pixel needs, without the commonest defaults, because each page view reads
 * them. The server has already applied those about facts and texts.
 */
export function pixelOptions(options: SiteOptions, appUrl: string): PixelOptions {
  const { branding, inlineBranding, closeNudgeBehaviour, theme, direction } = options
  const design = composeDesign(options)
  // In the order that compresses best.
  return {
    payFields,
    checkouts: checkoutPattern(options.checkoutPaths, options.language === 'ar'),
    position: options.position,
    animation: options.animation,
    timings: timingsOf(options, defaultSiteOptions.timings),
    mobilePosition: options.mobilePosition,
    imagePosition: options.imagePosition,
    offset: options.offset,
    ignoreQueryParameters: options.ignoreQueryParameters,
    inlineBorder: options.inlineBorder,
    accents: accentsOf(options.color),
    showClose: options.showClose,
    ...(options.limitNudges ? { maxNudges: options.maxNudges } : {}),
    ...(design === '' ? {} : { design }),
    ...(closeNudgeBehaviour === 'visit' ? {} : { closeNudgeBehaviour }),
    ...(theme === 'auto' ? {} : { theme }),
    ...(direction === 'auto' ? {} : { direction }),
    ...(options.loop ? { loop: true as const } : {}),
    ...(options.nudgeRandomization ? { nudgeRandomization: true as const } : {}),
    ...(branding ? { brandUrl: brandUrl(options, appUrl) } : {}),
    ...(branding && inlineBranding ? { brandsInline: true as const } : {}),
  }
}

function brandUrl({ affiliateBranding: { enabled, token } }: SiteOptions, appUrl: string): string {
  const address = new URL(appUrl)
  if (enabled && token) address.searchParams.set('affiliate', token)
  return address.href
}
