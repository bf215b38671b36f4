/** Why a feed can not be read, in a sentence for its owner. */
export class FeedError extends Error {
  override readonly name = 'FeedFault'
}

/** Counts within which a feed is read: more would take memory or time from everybody. */
export const feedLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxMillis: 60_000,
  maxItems: 100_000,
  /** Of XML: elements within each other. */
  maxDepth: 32,
  /** Fields of one product. */
  maxFields: 200,
  /** Characters of one field, and of anything between two tags. */
  maxFieldLength: 64 * 1024,
}

export type FeedLimits = typeof feedLimits
