/** Why products or fields of a feed couldn't be read, by reason. */
import type { FieldProblem } from './product-fields.ts'

/** Stored with the feed and shown to its owner. */
export type FeedReason = {
  /** Our name of the field: id, title, link, price, stock, availability. */
  field: string
  /** A sentence that says what to do. */
  problem: string
  /** How many products. */
  count: number
  /** The text of the first one, and the line where its entry begins. Null: it has no text. */
  example: string | null
  line: number
}

/** More would be a list to scroll. */
const mostShown = 3
const maxExample = 60

export type FeedReasons = {
  add: (problem: FieldProblem, line: number) => void
  /** The commonest ones first. */
  list: () => FeedReason[]
}

export function createFeedReasons(): FeedReasons {
  const byProblem = new Map<string, FeedReason>()
  return {
    add({ field, problem, given }, line) {
      const key = `${field} ${problem}`
      const known = byProblem.get(key)
      if (known) known.count += 1
      else {
        const example = given === null ? null : shortened(given)
        byProblem.set(key, { field, problem, count: 1, example, line })
      }
    },
    list: () =>
      [...byProblem.values()].toSorted((one, other) => other.count - one.count).slice(0, mostShown),
  }
}

const shortened = (text: string) =>
  text.length > maxExample ? `${text.slice(0, maxExample - 1).toWellFormed()}…` : text
