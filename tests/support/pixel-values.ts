/** Values in the pixel's contract, for tests of its rules. */
import type { PixelItem, PixelNudge, PixelPhrases } from '#app/contract/pixel.ts'
import type { PageContext } from '#app/pixel/page-context.ts'

export const phrases: PixelPhrases = {
  close: 'Close',
  region: 'Recent activity',
  ago: [],
  why: 'Why am I seeing this?',
  gotIt: 'Got it',
  turnOff: 'Turn off here',
  copy: 'Copy',
  copied: 'Copied',
  stars: '# of 5 stars',
  left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
}

export const itemOf = (about: Partial<PixelItem> = {}): PixelItem => ({
  claim: 'c',
  title: 'Mia',
  text: 'bought a shirt',
  ...about,
})

/** A nudge with one item per claim. */
export const nudgeOf = (
  id: string,
  claims: string[],
  about: Partial<PixelNudge> = {},
): PixelNudge => ({
  id,
  type: 'purchase',
  surface: 'popup',
  items: claims.map((claim) => itemOf({ claim })),
  why: [],
  ...about,
})

/** Noon, on a wide window, for an unknown visitor. */
export const momentOf = (about: Partial<PageContext> = {}): PageContext => ({
  phrases,
  facts: { path: '/products/shirt', variables: {} },
  now: 1_800_000_000,
  address: '/products/shirt',
  kind: 'other',
  isMobile: false,
  country: null,
  visitor: { isReturning: null, seen: [] },
  hasPlace: () => true,
  ...about,
})
