import { dayMillis } from '#app/lib/time.ts'
/** Whether a site's pixel is active, according to its reports. Safe in the browser. */

export type PixelHost = { host: string; firstSeenAt: Date; lastSeenAt: Date; isSiteHost: boolean }

export type PixelState = 'never' | 'seen' | 'silent' | 'elsewhere'

/**
 * - `seen`: within the last 24 hours.
 * - `silent`: not within the last 24 hours.
 * - `elsewhere`: only on other hosts.
 * - `never`: no report yet.
 */
export function pixelStateOf(
  pixelSeenAt: Date | null,
  hosts: readonly PixelHost[],
  now: Date,
): PixelState {
  if (pixelSeenAt) return now.getTime() - pixelSeenAt.getTime() < dayMillis ? 'seen' : 'silent'
  return hosts.some(({ isSiteHost }) => !isSiteHost) ? 'elsewhere' : 'never'
}
