/**
 * Reports a sign-up when one of the site's configured forms is submitted, or when the page opens
 * that proves it. Reads nothing before that, and then only the configured fields, unless they are on
 * the never-read list.
 */
import type { Core, Parts } from '../core.ts'
import { attempt, listen, readClock } from '../guard.ts'
import { plain } from '../json.ts'
import { describeForm } from './describe-form.ts'
import { keepSignup, takeSignup, type Signup } from './kept-signup.ts'
import { asEmail, asFirstName, mayRead } from './sensitive-fields.ts'

let stop = () => {}

/** Replaces those of the previous page. */
export const captureForms: Parts['capture'] = (core, forms, isAllowed) => {
  const { path } = core.facts
  // A double click submits twice, but is one sign-up.
  const id = core.makeId()
  const listed = new Set<HTMLFormElement>()

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
    const isForMail = find(({ type }) => type === 'email')
    if (isForMail && forms.some(({ lists }) => lists) && !listed.has(target)) {
      listed.add(target)
      core.report({ type: 'form', form: describeForm(target, fields) })
    }
    for (const { selector, email, firstName, ticked, asks, awaits, proves, lists } of forms) {
      if (proves || lists) continue
      const address = email ? find(({ name }) => name === email) : isForMail
      if (!(selector ? isOne(target, selector) : address)) continue
      const name = find((field) => field.name === firstName)
      const isWanted = !ticked || fields.some((field) => isTicked(field, ticked))
      if (isWanted && isAllowed(asks)) {
        void readSignup(name, address)
          .then((signup) => {
            if (!signup) return
            if (awaits) keepSignup(awaits, signup)
            else reportSignup(core, id, signup)
          })
          .catch(() => {})
      }
      return
    }
  })

  for (const { proves } of forms) {
    const signup = proves && takeSignup(proves)
    // Consent may have been withdrawn, and no consent manager may have loaded yet.
    if (signup && !core.visitor.isOff && isAllowed(undefined)) reportSignup(core, id, signup)
  }
}

const isTicked = (field: HTMLInputElement, name: string) =>
  field.name === name && field.checked && mayRead(field, /^checkbox$/)

/** The owner's selector may be invalid, or a field of the form may hide a property. */
const isOne = (form: HTMLFormElement, selector: string) => attempt(() => form.matches(selector))

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

/** Undefined when the email field holds no address. */
const readSignup = async (name: Field, address: Field): Promise<Signup | undefined> => {
  const email = address && asEmail(address.value)
  if (address && !email) return undefined

  const first_name = name && asFirstName(name)
  // Without a secure context there is no hash function, so the address isn't sent.
  return { first_name, email_hash: email && isSecureContext ? await makeHash(email) : undefined }
}

const reportSignup = ({ report, visitor }: Core, id: string, signup: Signup) => {
  visitor.actedAt = readClock()
  report(
    { type: 'activity', activity: { ...plain, kind: 'signup' as const, id, ...signup } },
    'now',
  )
}

const makeHash = async (text: string) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
