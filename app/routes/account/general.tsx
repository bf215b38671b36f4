import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { requireAccount } from '#app/auth/guards.server.ts'
import { readLanguage } from '#app/auth/language-cookie.server.ts'
import { generalInput, passwordLength, shownAddress } from '#app/domain/accounts/account.ts'
import { readAccountDetails } from '#app/domain/accounts/profile/account-details.server.ts'
import { listCountries } from '#app/domain/accounts/profile/phone.server.ts'
import {
  requestEmailChange,
  changePassword,
  renameAccount,
} from '#app/domain/accounts/profile/profile.server.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { uiLanguages } from '#app/lib/languages.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { HasPasswordContext } from '#app/browser/has-password.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { NewPasswordInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ColorChoice } from './color-preference.tsx'
import { PhotoRow } from './photo-row.tsx'
import { AccountRow, closeRow } from './row.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Account')

export async function loader(args: LoaderFunctionArgs) {
  const { id, name, email, photoId } = await requireAccount(args)
  return {
    name,
    email: shownAddress(email),
    photo: sourceOfPhoto(photoId),
    details: await readAccountDetails(args.context.services, id),
    countries: await listCountries(),
    language: readLanguage(args.context.services.config, args.request),
    minLength: passwordLength.min,
  }
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['name', 'email'])
  const form = await readForm(args.request, generalInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const asker = {
    account,
    address: clientAddress,
    sessionToken: readSessionToken(services.config, args.request) ?? '',
  }
  try {
    switch (form.value.intent) {
      case 'name':
        await renameAccount(services, account, form.value)
        return data<Saved>({ saved: 'Name saved' })
      case 'email':
        await requestEmailChange(services, asker, form.value)
        return data<Saved>({ saved: `We’ve sent an email to ${form.value.email}` })
      case 'password':
        await changePassword(services, asker, form.value)
        return data<Saved>({ saved: account.hasPassword ? 'Password changed' : 'Password set' })
    }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function General() {
  const { name, photo } = useLoaderData<typeof loader>()
  const hasLanguages = languages.length > 1
  return (
    <div className="parts">
      <Panel>
        <h2 className="part-title">Profile</h2>
        <PhotoRow photo={photo} name={name} />
        <SettingsForm action="Save name" hidden={{ intent: 'name' }}>
          {(answer) => (
            <TextInput
              name="name"
              label="Name"
              autoComplete="name"
              initial={name}
              answer={answer}
            />
          )}
        </SettingsForm>
      </Panel>
      <Panel>
        <h2 className="part-title">Login and contact</h2>
        <div className="mt-8">
          <EmailRow />
          <PasswordRow />
          <PhoneRow />
        </div>
      </Panel>
      <Panel>
        <h2 className="part-title">This browser</h2>
        {hasLanguages && <LanguageForm />}
        <ColorChoice />
      </Panel>
    </div>
  )
}

/** A choice of one is none. */
const languages: readonly { code: string; name: string }[] = uiLanguages

function EmailRow() {
  const { email } = useLoaderData<typeof loader>()
  const hasPassword = useContext(HasPasswordContext)
  return (
    <AccountRow
      label="Email"
      value={email || 'Not set'}
      stored={email}
      act={email === '' ? 'Add' : 'Change'}
      lead={`${hasPassword ? 'You log in with this address. ' : ''}A new one takes effect once you confirm it by email.`}
      fields={['email', 'emailPassword']}
    >
      {(early) => (
        <ActionForm
          action="Send email"
          hidden={{ intent: 'email' }}
          clears
          onDone={() => {
            closeRow('Email')
          }}
        >
          {(answer = early) => (
            <>
              <TextInput
                name="email"
                label="New email address"
                type="email"
                autoComplete="email"
                answer={answer}
              />
              <ConfirmingPassword name="emailPassword" answer={answer} />
            </>
          )}
        </ActionForm>
      )}
    </AccountRow>
  )
}

function PhoneRow() {
  const { details, countries } = useLoaderData<typeof loader>()
  return (
    <AccountRow
      label="Phone"
      value={details.phone || 'Not set'}
      stored={details.phone}
      act={details.phone === '' ? 'Add' : 'Change'}
      lead={
        details.isInUse
          ? 'Your login codes go to this number. Change that under Security first.'
          : 'For login codes by text message, if you turn them on under Security. We’ll never call you.'
      }
      fields={[]}
    >
      {() => (
        <SettingsForm to="/account/phone" action="Save number">
          {(answer) => (
            <>
              <SelectInput
                name="country"
                label="Country"
                options={countries.map(({ code, label }) => ({ value: code, label }))}
                initial={details.countryCode ?? 'US'}
                answer={answer}
              />
              <TextInput
                name="phone"
                label="Phone number"
                type="tel"
                autoComplete="tel"
                initial={details.phone}
                helpText="Clear this field to remove your number."
                answer={answer}
              />
            </>
          )}
        </SettingsForm>
      )}
    </AccountRow>
  )
}

function PasswordRow() {
  const { minLength } = useLoaderData<typeof loader>()
  const hasPassword = useContext(HasPasswordContext)
  return (
    <AccountRow
      label="Password"
      value={hasPassword ? '••••••••' : 'Not set'}
      stored={String(hasPassword)}
      act={hasPassword ? 'Change' : 'Set'}
      lead={
        hasPassword
          ? 'Changing your password logs out your other sessions.'
          : 'You log in through the admin of your shop or site. With a password, you can also log in on our website.'
      }
      fields={['currentPassword', 'newPassword']}
    >
      {(early) => (
        <ActionForm
          action={hasPassword ? 'Change password' : 'Set password'}
          hidden={{ intent: 'password' }}
          clears
          onDone={() => {
            closeRow('Password')
          }}
        >
          {(answer = early) => (
            <>
              <ConfirmingPassword name="currentPassword" label="Current password" answer={answer} />
              <NewPasswordInput
                name="newPassword"
                label={hasPassword ? 'New password' : 'Password'}
                minLength={minLength}
                answer={answer}
              />
            </>
          )}
        </ActionForm>
      )}
    </AccountRow>
  )
}

function LanguageForm() {
  const { language } = useLoaderData<typeof loader>()
  return (
    <SettingsForm to="/account/language" action="Save language">
      {(answer) => (
        <SelectInput
          name="language"
          label="Dashboard language"
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          initial={language}
          answer={answer}
        />
      )}
    </SettingsForm>
  )
}
