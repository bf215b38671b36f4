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

/** The field that is likely to hold a first name, of those of a form. */
export const guessFirstName = (fields: readonly string[]) =>
  fields.find((name) => /first|vorname|prenom|nombre|voornaam/i.test(name)) ??
  fields.find((name) => /name/i.test(name) && !/last|sur|family|user|company/i.test(name)) ??
  ''

/** The box with which a visitor agrees, of those of a form. */
export const guessConsent = (boxes: readonly string[]) =>
  boxes.find((name) => /consent|agree|accept|opt|gdpr|privacy|marketing|newsletter/i.test(name)) ??
  ''
