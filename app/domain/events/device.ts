/** What kind of device a browser says it runs on. A coarse word for sums, not a fingerprint. */

export const devices = ['desktop', 'mobile', 'tablet'] as const
export type Device = (typeof devices)[number]

/** A tablet with Android leaves out the word that a phone has; an iPad of today says it is a Mac. */
export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet'
  return /Mobi|iPhone|iPod/i.test(userAgent) ? 'mobile' : 'desktop'
}
