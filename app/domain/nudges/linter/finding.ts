/** What the claim linter says of a nudge before anybody reads it. product.md section 3, item 4. */

/**
 * - `block`: it would assert what is not so, or what nobody can check: it can't be published.
 * - `advise`: it may mislead, or tell less than the owner thinks.
 */
export type Level = 'block' | 'advise'

export type Finding = {
  level: Level
  /** Where it stands: a field of the editor. */
  field: 'title' | 'text' | 'one' | 'content' | 'query' | 'rules' | 'placement'
  /** For the owner: what is wrong, and what to do instead. */
  sentence: string
}
