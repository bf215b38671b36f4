/**
 * Which scripts of the pixel fit together. A page may hold a core of yesterday for a day and ask for
 * parts of its day; it gets today's, as long as both have the same border
 * (tests/repository/pixel-border.test.ts lists its names).
 */

/** Raised when a name at the border is renamed or removed, or changes its meaning. */
export const borderVersion = 7

/** Parts of the pixel that a page loads one at a time, when it needs them (app/pixel/loader.ts). */
export const pixelParts = [
  'showing',
  'plain',
  'more',
  'facts',
  'forms',
  'preview',
  'speed',
  'push',
] as const

export type PixelPart = (typeof pixelParts)[number]

/**
 * Parts that payloads ask for in one file, so that a page fetches one script to show its nudges, and
 * what is left of them when a page has some already.
 */
export const joinedScripts = [
  'more-facts',
  'showing-more',
  'showing-facts',
  'showing-more-facts',
  'plain-facts',
] as const

export type JoinedScript = (typeof joinedScripts)[number]

export type PixelScript = PixelPart | JoinedScript
