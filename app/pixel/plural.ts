/** Numbers and their plural forms in the server's texts. Without Intl, whose first call costs a phone 35 to 60 ms. */
import type { PixelPhrases } from '#app/contract/pixel.ts'

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

/**
 * A whole number with the language's sign between thousands, or with `group`. As the browser writes it
 * where the phrases have no signs.
 */
export const writeNumber = (
  number: number,
  { numbers }: Pick<PixelPhrases, 'numbers'>,
  group = numbers?.group ?? '',
): string =>
  number < (numbers?.from ?? 0)
    ? String(number)
    : // oxlint-disable-next-line regexp/no-super-linear-move -- a number has some twenty digits
      String(number).replace(/\B(?=(\d{3})+$)/g, group)
