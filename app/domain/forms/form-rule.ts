/** Rules for forms on a site's pages that need no database. */
import type { FormRuleInput, PixelForm } from '#app/contract/forms.ts'
import { everywhere } from '#app/contract/nudge-rules.ts'

/** Per site. Every payload contains all of them. */
export const maxFormRules = 20

export type FormRule = FormRuleInput & { uuid: string; createdAt: Date }

/** A rule as pages receive it. */
export function pixelForm({
  pages,
  selector,
  emailField,
  firstNameField,
  asksConsent,
}: FormRuleInput): PixelForm {
  const isEverywhere = Object.values(pages).every((list) => list.length === 0)
  return {
    ...(isEverywhere ? {} : { rules: { ...everywhere, ...pages } }),
    ...(selector === null ? {} : { selector }),
    ...(emailField === null ? {} : { email: emailField }),
    ...(firstNameField === null ? {} : { firstName: firstNameField }),
    ...(asksConsent ? { asks: true as const } : {}),
  }
}
