/**
 * Tells a sign-up when a form that the owner named is sent. Nothing is read before that, and of the form
 * only the two fields that the owner mapped, unless they are among those that are never read.
 */
import type { PixelForm } from '#app/contract/forms.ts'
import type { Core } from '../core.ts'
import { listen, readClock } from '../guard.ts'
import { isAllowed } from './consent.ts'
import { asEmail, asFirstName, mayRead } from './sensitive-fields.ts'

let stop = () => {}

/** Those of this page take the place of the last one's. */
export const captureForms = (core: Core, forms: readonly PixelForm[] = []) => {
  const { path } = core.facts
  // Sent twice, by a second click: it is one sign-up.
  const id = core.makeId()

  stop()
  stop = listen(document, 'submit', ({ target, submitter, isTrusted }) => {
    const { facts, visitor } = core
    // A page may turn out to be the checkout, or have become it without a new document.
    const isLeftAlone = facts.path !== path || facts.kind === 'checkout' || visitor.isOff
    if (isLeftAlone || !isTrusted || !(target instanceof HTMLFormElement)) return
    if (!staysHere(submitter?.getAttribute('formaction') ?? target.getAttribute('action'))) return

    // A form's own list of its fields is another field where that is called "elements".
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
    // What the owner typed is no selector, or the form has a field of that name.
    return false
  }
}

/**
 * What is sent to strangers is between the visitor and them. Without a list of public suffixes the same
 * owner is the same host, one above it or one below.
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
  // Without a secure context there is nothing to hash with: the address stays in the page then.
  const email_hash = email && isSecureContext ? await makeHash(email) : undefined
  visitor.actedAt = readClock()
  report({ type: 'activity', activity: { kind: 'signup', id, first_name, email_hash } }, 'now')
}

const makeHash = async (text: string) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
