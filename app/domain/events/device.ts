/** The type of device according to the browser. Coarse, for sums; not a fingerprint. */

export type Device = 'desktop' | 'mobile' | 'tablet'

/** Android tablets omit the word that phones have. Current iPads identify as a Mac. */
export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|PlayBook/i.test(userAgent)) return 'tablet'
  if (/Mobi|iPhone|iPod/i.test(userAgent)) return 'mobile'
  return /Silk|Android/i.test(userAgent) ? 'tablet' : 'desktop'
}
