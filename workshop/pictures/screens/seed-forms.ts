/** Forms of the sample shops that become sign-ups. */
import { saveFormRule } from '#app/domain/forms/form-rules.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'

type Wanted = { name: string; page?: string; selector?: string; firstNameField?: string }

export async function storeForms(
  services: Services,
  { scope }: TestSite,
  forms: readonly Wanted[],
): Promise<void> {
  for (const { name, page, selector = null, firstNameField = null } of forms) {
    const pages = page === undefined ? [] : [{ match: 'exact', value: page }]
    await saveFormRule(services, scope, {
      input: { name, pages: { pages }, selector, emailField: null, firstNameField },
    })
  }
}
