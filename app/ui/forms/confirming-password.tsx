/** Field for the password of the logged-in person, which confirms who asks. */
import { useContext } from 'react'
import { HasPasswordContext } from '#app/browser/has-password.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { PasswordInput } from './fields.tsx'

type Props = { name: string; label?: string; answer: FormResponse | undefined }

/** Nothing for people without a password: the shop's admin confirms each of their requests. */
export function ConfirmingPassword({ name, label = 'Your password', answer }: Props) {
  const hasPassword = useContext(HasPasswordContext)
  if (!hasPassword) return null
  return <PasswordInput name={name} label={label} autoComplete="current-password" answer={answer} />
}
