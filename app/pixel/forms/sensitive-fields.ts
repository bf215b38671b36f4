/** Which form fields are never read, even if a rule names them, and which values can be sent. */

/**
 * Names, labels and purposes (the HTML standard's autofill field names) of fields that are never
 * read. Copied from the contract, which the pixel can't import because of zod.
 */
export const sensitiveFields =
  /pass|pwd|cvc|cvv|card|iban|ssn|social|tax|token|secret|otp|pin|dob|birth|medical|csrf|cc-|one-time|bday|sex|transaction-/i

/**
 * Only fields for names or email addresses, and none that the page excludes.
 *
 * @param types of fields
 */
export const mayRead = (input: HTMLInputElement, types = /^(text|email)$/): boolean => {
  const { type, name, id, autocomplete, placeholder, ariaLabel, labels } = input
  const called = [name, id, autocomplete, placeholder, ariaLabel]
  for (const { textContent } of labels ?? []) called.push(textContent)

  return (
    types.test(type) &&
    !sensitiveFields.test(called.join()) &&
    !input.closest('[data-footfall-ignore]')
  )
}

/**
 * A name of one word, if it looks like one: only letters, of a plausible length. Rejects card and account
 * numbers, codes and tokens. Any of several words can be the family name, which is never shown: the first
 * is taken only from a field that the page marks as one for given names.
 */
export const asFirstName = ({
  value,
  autocomplete,
}: Pick<HTMLInputElement, 'value' | 'autocomplete'>) =>
  (/given-name/.test(autocomplete)
    ? /^[\p{L}\p{M}'’.-]{1,20}(?=\s|$)/u
    : /^[\p{L}\p{M}'’.-]{1,20}$/u
  ).exec(value.trim())?.[0]

/** Normalized for hashing; undefined when it isn't an email address. */
export const asEmail = (value: string) =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.exec(value.trim().toLowerCase())?.[0]
