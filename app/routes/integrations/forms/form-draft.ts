/** A form that was found, as the address that fills in a rule for it. */

type Found = {
  name: string
  page: string
  selector?: string | null | undefined
  emailField?: string | null | undefined
  /** Names of text fields. */
  fields: readonly string[]
  /** Names of checkboxes. */
  boxes: readonly string[]
}

export function draftLink({ name, page, selector, emailField, fields, boxes }: Found): string {
  const query = new URLSearchParams(
    Object.entries({
      name,
      page,
      selector: selector ?? '',
      emailField: emailField ?? '',
      fields: fields.join('\n'),
      boxes: boxes.join('\n'),
    }).filter(([, value]) => value !== ''),
  )
  return `/integrations/form_submissions?${query.toString()}`
}

/**
 * Finds the field for first names among a form's fields. Fields for whole names don't count: someone who
 * types one word there may have typed the last name.
 */
export const guessFirstName = (fields: readonly string[]) =>
  fields.find((name) => givenNameField.test(name)) ?? ''

const givenNameField =
  /first|given|fore[-_ ]?name|\bf[-_ ]?name|vorname|pr[eé]nom|nombre|voornaam|f[oö]rnamn|fornavn|imi[eę]|etunimi/i

/** The box with which a visitor agrees, of those of a form. */
export const guessConsent = (boxes: readonly string[]) =>
  boxes.find((name) => /consent|agree|accept|opt|gdpr|privacy|marketing|newsletter/i.test(name)) ??
  ''
