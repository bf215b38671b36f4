/** Rules that keep activities out of a shop's nudges. Safe in the browser. */

type ExclusionField = 'email_domain' | 'amount_below' | 'product' | 'country'

export type ExclusionRule = { field: ExclusionField; value: string }

/** Data that a rule can match; null: not in the report. */
export type ExcludableFacts = {
  /** Lower-case. Known only while the activity arrives, never stored. */
  emailDomain: string | null
  amountCents: number | null
  productTitle: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
}

export function isExcluded({ field, value }: ExclusionRule, facts: ExcludableFacts): boolean {
  switch (field) {
    case 'email_domain':
      return facts.emailDomain === value
    case 'amount_below':
      return facts.amountCents !== null && facts.amountCents < Number(value) * 100
    case 'product':
      return facts.productTitle?.toLowerCase() === value.toLowerCase()
    case 'country':
      return facts.country === value
  }
}

/** Null when it isn't an email address. */
export const domainOf = (email: string): string | null =>
  /@([^@\s]+)$/.exec(email)?.[1]?.toLowerCase() ?? null

/** Describes a rule for the owner. */
export function describeExclusion({ field, value }: ExclusionRule): string {
  switch (field) {
    case 'email_domain':
      return `Email domain ${value}`
    case 'amount_below':
      return `Orders below ${value}`
    case 'product':
      return `Product “${value}”`
    case 'country':
      return `Country ${value}`
  }
}

/**
 * Whether adding the rule again hides what removing it shows. Email addresses aren't stored, so their
 * rules only find new activities.
 */
export const canBeUndone = ({ field }: ExclusionRule, hidden: number): boolean =>
  field !== 'email_domain' || hidden === 0
