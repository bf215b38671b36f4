import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { refuseWhileImpersonating, requireAccount } from '#app/auth/guards.server.ts'
import { readLanguage } from '#app/auth/language-cookie.server.ts'
import { generalInput, passwordLength } from '#app/domain/accounts/account.ts'
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
import { HasPasswordContext } from '#app/browser/has-password.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { NewPasswordInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { ColorPreference } from './color-preference.tsx'
import { PhotoSection } from './photo-section.tsx'
import { Section, StoredSection } from './section.tsx'
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
    email,
    photo: sourceOfPhoto(photoId),
    details: await readAccountDetails(args.context.services, id),
    countries: await listCountries(),
    language: readLanguage(args.request),
    minLength: passwordLength.min,
  }
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['name', 'email'])
  const form = await readForm(args.request, generalInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  if (form.value.intent !== 'name') refuseWhileImpersonating(account)

  const asker = {
    account,
    address: clientAddress,
    sessionToken: readSessionToken(args.request) ?? '',
  }
  try {
    switch (form.value.intent) {
      case 'name':
        await renameAccount(services, account, form.value)
        return data<Saved>({ saved: 'Name saved' })
      case 'email':
        await requestEmailChange(services, asker, form.value)
        return data<Saved>({ saved: `We’ve sent a confirmation link to ${form.value.email}` })
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
  return (
    <div className="account-sections">
      <StoredSection intent="name" title="Name" action="Save name">
        {(answer) => (
          <TextInput name="name" label="Name" autoComplete="name" initial={name} answer={answer} />
        )}
      </StoredSection>
      <PhotoSection photo={photo} name={name} />
      <EmailSection />
      <PhoneSection />
      <PasswordSection />
      <LanguageSection />
      <ColorPreference />
    </div>
  )
}

function EmailSection() {
  const { email } = useLoaderData<typeof loader>()
  const hasPassword = useContext(HasPasswordContext)
  return (
    <Section
      intent="email"
      clears
      title="Email"
      lead={`${hasPassword ? 'You log in with' : 'Your email address is'} ${email}. A new address takes effect once you open the link we send to it.`}
      action="Send confirmation link"
    >
      {(answer) => (
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
    </Section>
  )
}

function PhoneSection() {
  const { details, countries } = useLoaderData<typeof loader>()
  return (
    <StoredSection
      to="/account/phone"
      title="Phone"
      lead={
        details.isInUse
          ? 'Your login codes go to this number. Change that under Security first.'
          : 'For login codes by text message, if you turn them on under Security. We’ll never call you.'
      }
      action="Save number"
    >
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
    </StoredSection>
  )
}

function PasswordSection() {
  const { minLength } = useLoaderData<typeof loader>()
  const hasPassword = useContext(HasPasswordContext)
  return (
    <Section
      intent="password"
      clears
      title="Password"
      lead={
        hasPassword
          ? 'Changing your password logs out your other sessions.'
          : 'You log in through your shop’s admin. With a password, you can also log in on our website.'
      }
      action={hasPassword ? 'Change password' : 'Set password'}
    >
      {(answer) => (
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
    </Section>
  )
}

function LanguageSection() {
  const { language } = useLoaderData<typeof loader>()
  return (
    <StoredSection
      to="/account/language"
      title="Language"
      lead="Dashboard language in this browser. Only English is available for now."
      action="Save language"
    >
      {(answer) => (
        <SelectInput
          name="language"
          label="Dashboard language"
          options={uiLanguages.map(({ code, name }) => ({ value: code, label: name }))}
          initial={language}
          answer={answer}
        />
      )}
    </StoredSection>
  )
}
