/** Plural forms of the server's texts. Without Intl, whose first call costs a phone 35 to 60 ms. */

/**
 * The form for a whole number. `plural` is the contract's table of forms; by default one is the
 * first form, all others the second.
 */
export const pickForm = (forms: readonly string[], count: number, plural?: string): string => {
  const place = count < 200 ? count : 100 + (count % 100)
  const form = plural ? Number(plural[place]) : count === 1 ? 0 : 1

  return forms[form] ?? forms[forms.length - 1] ?? ''
}

/** The same with `#` replaced by the number. */
export const fillForm = (forms: readonly string[], count: number, plural?: string): string =>
  pickForm(forms, count, plural).replace('#', String(count))
