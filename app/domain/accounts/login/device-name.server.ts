import Bowser from 'bowser'

/** `Firefox on Linux`, from the User-Agent header; null when neither is known. */
export function nameDevice(userAgent: string | null): string | null {
  // The library refuses an empty one, and looks at all of a long one.
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512))
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return known.length === 0 ? null : known.join(' on ').slice(0, 100)
}
