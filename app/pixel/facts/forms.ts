/**
 * Reports a sign-up when one of the site's configured forms is submitted. Reads nothing before
 * that, and then only the two configured fields, unless they are on the never-read list.
 */
import type { PixelForm } from '#app/contract/forms.ts'
import type { Core } from '../core.ts'
import { listen, readClock } from '../guard.ts'
import { plain } from '../json.ts'
import { isAllowed } from './consent.ts'
import { asEmail, asFirstName, mayRead } from './sensitive-fields.ts'

let stop = () => {}

/** Replaces those of the previous page. */
export const captureForms = (core: Core, forms: readonly PixelForm[] = []) => {
  const { path } = core.facts
  // A double click submits twice, but is one sign-up.
  const id = core.makeId()

  stop()
  stop = listen(document, 'submit', ({ target, submitter, isTrusted }) => {
    const { facts, visitor } = core
    // The page may turn out to be the checkout, or have become it without a new document.
    const isLeftAlone = facts.path !== path || facts.kind === 'checkout' || visitor.isOff
    if (isLeftAlone || !isTrusted || !(target instanceof HTMLFormElement)) return
    if (!staysHere(submitter?.getAttribute('formaction') ?? target.getAttribute('action'))) return

    // Not `form.elements`, which a field named "elements" would hide.
    const fields = [...document.querySelectorAll('input')].filter(({ form }) => form === target)
    const find = (isMeant: (field: HTMLInputElement) => boolean) => {
      const field = fields.find(isMeant)
      return field && mayRead(field) ? field : undefined
    }
    for (const { selector, email, firstName, asks } of forms) {
      const address = find(({ name, type }) => (email ? name === email : type === 'email'))
      if (!(selector ? isOne(target, selector) : address)) continue
      const name = find((field) => field.name === firstName)
      if (isAllowed(asks)) void reportSignup(core, id, [name, address]).catch(() => {})
      return
    }
  })
}

const isOne = (form: HTMLFormElement, selector: string) => {
  try {
    return form.matches(selector)
  } catch {
    // The owner's selector is invalid, or a field of the form hides a property.
    return false
  }
}

/**
 * Forms that submit to third parties are between the visitor and them. Without a public suffix
 * list, the same host, a parent or a subdomain counts as the same owner.
 */
const staysHere = (action: string | null) => {
  const there = `.${new URL(action || location.href, document.baseURI).hostname}`
  const here = `.${location.hostname}`

  return here.endsWith(there) || there.endsWith(here)
}

type Field = HTMLInputElement | undefined

const reportSignup = async (
  { report, visitor }: Core,
  id: string,
  [name, address]: [name: Field, address: Field],
) => {
  const email = address && asEmail(address.value)
  if (address && !email) return

  const first_name = name && asFirstName(name.value)
  // Without a secure context there is no hash function, so the address isn't sent.
  const email_hash = email && isSecureContext ? await makeHash(email) : undefined
  visitor.actedAt = readClock()
  const activity = { ...plain, kind: 'signup' as const, id, first_name, email_hash }
  report({ type: 'activity', activity }, 'now')
}

const makeHash = async (text: string) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
