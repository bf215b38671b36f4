/** Which fields of a form are never read, even when the owner asks for them, and what values may leave. */

/**
 * Names, labels and purposes (the HTML standard's autofill field names) of what is never read. The same
 * list as the contract's, which the pixel can't take in: it brings zod.
 */
export const sensitiveFields =
  /pass|pwd|cvc|cvv|card|iban|ssn|social|tax|token|secret|otp|pin|dob|birth|medical|csrf|cc-|one-time|bday|sex|transaction-/i

/** Of all kinds of fields only those that hold a name or an address, and none that the page keeps from us. */
export const mayRead = (input: HTMLInputElement): boolean => {
  const { type, name, id, autocomplete, placeholder, ariaLabel, labels } = input
  const called = [name, id, autocomplete, placeholder, ariaLabel]
  for (const { textContent } of labels ?? []) called.push(textContent)

  return (
    /^(text|email)$/.test(type) &&
    !sensitiveFields.test(called.join()) &&
    !input.closest('[data-footfall-ignore]')
  )
}

/**
 * The first word of what looks like a name: letters, and no more of them than a name has. Numbers of
 * cards and accounts, codes and tokens don't.
 */
export const asFirstName = (value: string) =>
  /^[\p{L}\p{M}'’.-]{1,20}(?=\s|$)/u.exec(value.trim())?.[0]

/** As it is hashed; undefined for what is no address. */
export const asEmail = (value: string) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.exec(value.trim().toLowerCase())?.[0]
