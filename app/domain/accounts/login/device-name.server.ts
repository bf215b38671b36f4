import Bowser from 'bowser'

/** `Firefox on Linux`, from the User-Agent header; null when it isn't recognized. */
export function nameDevice(userAgent: string | null): string | null {
  // The library rejects an empty one, and scans the whole of a long one.
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512))
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return known.length === 0 ? null : known.join(' on ').slice(0, 100)
}
