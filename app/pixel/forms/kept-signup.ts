/**
 * A sign-up that waits in the tab for the page that proves it. Only with consent: a form that awaits
 * a page always asks. A name and a hash, no address.
 */
import { attempt } from '../guard.ts'
import { keptSignupKey, recallTab } from '../visitor.ts'

export type Signup = { first_name: string | undefined; email_hash: string | undefined }

/** Visitors who open that page much later came another way. */
const lifeMillis = 1_800_000

/** Replaces an earlier one: a form that was refused is submitted again. */
export const keepSignup = (proof: string, { first_name = '', email_hash = '' }: Signup) =>
  // Plain text, because some old libraries break JSON.
  attempt(() =>
    sessionStorage.setItem(keptSignupKey, [proof, Date.now(), first_name, email_hash].join()),
  )

/** Undefined when none waits for it. Counts once. */
export const takeSignup = (proof: string): Signup | undefined => {
  const [awaited, at, name, hash] = recallTab(keptSignupKey)?.split(',') ?? []
  if (awaited !== proof) return undefined
  attempt(() => sessionStorage.removeItem(keptSignupKey))
  return Date.now() - Number(at) < lifeMillis
    ? { first_name: name || undefined, email_hash: hash || undefined }
    : undefined
}
