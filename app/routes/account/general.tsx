import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useFetcher, useLoaderData } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { requireAccount } from '#app/auth/guards.server.ts'
import { generalInput, passwordLength } from '#app/domain/accounts/account.ts'
import { askForEmailChange, changePassword, rename } from '#app/domain/accounts/profile.server.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { readTyped, refusedForm, wrongForm } from '#app/lib/form-answers.server.ts'
import { readForm } from '#app/lib/forms.ts'
import { productName } from '#app/lib/product.ts'
import { useHost } from '#app/platforms/host.ts'
import { NewPasswordInput, PasswordInput, TextInput, useFocusFirstError } from '#app/ui/fields.tsx'
import { FormMessage } from '#app/ui/form-message.tsx'
import { useFaultToast } from '#app/ui/keep-form.ts'
import { Panel } from '#app/ui/panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export { keepForm as clientAction, skipAfterFault as shouldRevalidate } from '#app/ui/keep-form.ts'
export const meta = () => [{ title: `Account – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { name, email, isVerified } = await requireAccount(args)
  return { name, email, isVerified, minLength: passwordLength.min }
}

type Saved = { saved: string }

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { services, clientAddress } = args.context
  const typed = await readTyped(args.request, ['name', 'email'])
  const form = await readForm(args.request, generalInput)
  if (!form.ok) return wrongForm(form.errors, typed)

  const asker = {
    account,
    address: clientAddress,
    sessionToken: readSessionToken(args.request) ?? '',
  }
  try {
    switch (form.value.intent) {
      case 'name':
        await rename(services, account, form.value)
        return data<Saved>({ saved: 'Your name is saved.' })
      case 'email':
        await askForEmailChange(services, asker, form.value)
        return data<Saved>({ saved: `A link is on its way to ${form.value.email}.` })
      case 'password':
        await changePassword(services, asker, form.value)
        return data<Saved>({ saved: 'Your password is changed.' })
    }
  } catch (error) {
    return refusedForm(error, typed)
  }
}

export default function General() {
  const { name, email, minLength } = useLoaderData<typeof loader>()
  return (
    <div className="account-sections">
      <Section intent="name" title="Name" action="Save the name">
        {(answer) => (
          <TextInput name="name" label="Name" autoComplete="name" initial={name} answer={answer} />
        )}
      </Section>
      <Section
        intent="email"
        clears
        title="Email"
        lead={`You log in as ${email}. A new address counts once its link was opened.`}
        action="Send the link"
      >
        {(answer) => (
          <>
            <TextInput
              name="email"
              label="New address"
              type="email"
              autoComplete="email"
              answer={answer}
            />
            <PasswordInput
              name="emailPassword"
              label="Your password"
              autoComplete="current-password"
              answer={answer}
            />
          </>
        )}
      </Section>
      <Section
        intent="password"
        clears
        title="Password"
        lead="Every other browser is logged out with the change."
        action="Change the password"
      >
        {(answer) => (
          <>
            <PasswordInput
              name="currentPassword"
              label="Present password"
              autoComplete="current-password"
              answer={answer}
            />
            <NewPasswordInput
              name="newPassword"
              label="New password"
              minLength={minLength}
              answer={answer}
            />
          </>
        )}
      </Section>
    </div>
  )
}

type SectionProps = {
  intent: string
  title: string
  lead?: string
  /** On the button. */
  action: string
  /** Nothing of what was typed stands there once it was taken. */
  clears?: boolean
  children: (answer: FormAnswer | undefined) => ReactNode
}

/** A form of its own: what is wrong in one keeps no other from being saved. */
function Section({ intent, title, lead, action: label, clears, children }: SectionProps) {
  const [round, setRound] = useState(0)
  const { Form, data: given, state } = useFetcher<FormAnswer | Saved>()
  const form = useRef<HTMLFormElement>(null)
  const { toast } = useHost()
  const answer = given && 'errors' in given ? given : undefined
  const saved = given && 'saved' in given ? given : undefined
  useFocusFirstError(form, answer)
  useFaultToast(answer)
  useEffect(() => {
    if (!saved) return
    toast('success', saved.saved)
    if (clears) setRound((count) => count + 1)
  }, [saved, toast, clears])

  return (
    <Panel>
      <h2 className="account-section__title">{title}</h2>
      {lead && <p className="account-section__lead">{lead}</p>}
      <Form ref={form} method="post" className="account-section__form" noValidate>
        <FormMessage answer={answer} />
        <input type="hidden" name="intent" value={intent} />
        <Fragment key={round}>{children(answer)}</Fragment>
        <Button submit loading={state !== 'idle'}>
          {label}
        </Button>
      </Form>
    </Panel>
  )
}
