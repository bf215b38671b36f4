/** Why a feed can't be read, in a sentence for its owner. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}

/** Limits that protect memory and time of everyone else. */
export const feedLimits = {
  /** As it arrives, and as it is unpacked. */
  maxBytes: 64 * 1024 * 1024,
  maxMillis: 60_000,
  maxItems: 100_000,
  /** Nesting of XML elements. */
  maxDepth: 32,
  /** Fields per product. */
  maxFields: 200,
  /** Characters per field, and between two tags. */
  maxFieldLength: 64 * 1024,
}

export type FeedLimits = typeof feedLimits

export const sizeSentence = (maxBytes: number): string =>
  `The feed is larger than ${String(Math.floor(maxBytes / 1024 / 1024))} MB.`
