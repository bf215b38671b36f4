/** A finding of the claim linter, which checks nudges before visitors see them. */

/**
 * - `block`: it would claim something wrong, or something that no one can check. Can't be
 *   published.
 * - `advise`: it may mislead, or show less than the owner thinks.
 */
export type Level = 'block' | 'advise'

export type Finding = {
  level: Level
  /** The editor field it is about. */
  field: 'title' | 'text' | 'one' | 'content' | 'query' | 'rules' | 'placement'
  /** For the owner: what's wrong and how to fix it. */
  sentence: string
}
