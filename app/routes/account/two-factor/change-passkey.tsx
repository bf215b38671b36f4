/** Renames or removes one passkey. */
import { useFetcher } from '@remix-run/react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { type Saved, useSavedToast } from '#app/ui/forms/form-fetcher.ts'
import { StepForm } from './step-form.tsx'

const address = '/account/security/passkeys'

export function ChangePasskey({
  passkey: { id, name },
}: {
  passkey: { id: number; name: string }
}) {
  const renaming = useFetcher<FormResponse | Saved>()
  const removing = useFetcher<FormResponse | Saved>({ key: `remove-passkey-${String(id)}` })
  useSavedToast(renaming.data)

  return (
    <>
      <StepForm fetcher={renaming} to={address} intent="rename" action="Rename" rank="plain">
        {(answer) => (
          <>
            <input type="hidden" name="id" value={id} />
            <TextInput
              name="name"
              label="Passkey name"
              autoComplete="off"
              initial={name}
              answer={answer}
            />
          </>
        )}
      </StepForm>
      <StepForm fetcher={removing} to={address} intent="remove" action="Remove" rank="dangerous">
        {(answer) => (
          <>
            <input type="hidden" name="id" value={id} />
            <ConfirmingPassword
              name="password"
              label="Password (required to remove this passkey)"
              answer={answer}
            />
          </>
        )}
      </StepForm>
    </>
  )
}
