/** Plural forms in the server's words. No Intl: its first call costs a phone 35 to 60 ms. */

/**
 * The form that a whole number asks for. `plural` is the contract's table of forms; without it one
 * thing has the first form and all else the second.
 */
export const pickForm = (forms: readonly string[], count: number, plural?: string): string => {
  const place = count < 200 ? count : 100 + (count % 100)
  const form = plural ? Number(plural[place]) : count === 1 ? 0 : 1

  return forms[form] ?? forms[forms.length - 1] ?? ''
}

/** The same with the number in the place of `#`. */
export const fillForm = (forms: readonly string[], count: number, plural?: string): string =>
  pickForm(forms, count, plural).replace('#', String(count))
