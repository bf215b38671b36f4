/** Constructions that readers stumble over. */

/** Word and replacement. Names in the code are checked by tests/repository/names.test.ts. */
export const banned: readonly [RegExp, string][] = [
  [/\bcan not\b/i, 'can’t'],
  [/\be\.g\.|\bsuch as\b/i, 'for example'],
  [/\band\/or\b/i, 'and, or or'],
  [/\bhold-out\b/i, 'holdout group'],
  [/\bcolours?\b/i, 'color'],
  [/\b(?:take[ns]?|took) (?:back|away|in)\b/i, 'delete, revoke, cancel or import'],
  [/\bhand(?:s|ed)? over\b/i, 'transfer'],
  [/\bstands?\b/i, 'is'],
  [/\b(?:tells?|told)\b/i, 'shows, or says'],
  [/\bby itself\b/i, 'automatically'],
  [/\bat once\b/i, 'at the same time, or immediately'],
  [/\banew\b/i, 'again'],
  [/\b(?:some|no|any|every)body\b/i, 'someone, no one, anyone, everyone'],
  [/\bby lot\b/i, 'at random'],
  [/\bmails?\b/i, 'email'],
  [/\bgone\b/i, 'no longer exists'],
  [/[a-z]!$/, 'no exclamation mark'],
]

/** Openings of sentences that are no questions and have to be read twice. */
export const openings: readonly [RegExp, string][] = [
  [/^What\b[^?]*$/, 'name the subject'],
  [/^Whose?\b[^?]*$/, 'name the subject'],
  [/^Of\b/, 'begin with the subject'],
  [/^(?:Who|What|Which)ever\b/, 'name the subject'],
]
