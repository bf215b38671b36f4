/** Creates an API token and shows it once. */
import { Button } from '@shopify/polaris'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Abilities } from './abilities.tsx'

export type CreatedToken = { token: string }

const lifetimes = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
]

export function NewToken({ sites }: { sites: readonly { uuid: string; name: string }[] }) {
  const { Form, ref, answer, done, isBusy } = useFormFetcher<CreatedToken>()
  const token = done?.token ?? null

  return (
    <Panel>
      <h2 className="account-section__title">New token</h2>
      <p className="account-section__lead">
        Give it no more than the program needs: then little is lost with it.
      </p>
      <div role="status">{token !== null && <Shown token={token} />}</div>
      {/* Starts an empty form after each new token. */}
      <Form key={token} ref={ref} method="post" className="account-section__form" noValidate>
        <FormMessage answer={answer} />
        <TextInput
          name="name"
          label="Name"
          autoComplete="off"
          helpText="What it is for, like the name of the program."
          answer={answer}
        />
        <Abilities answer={answer} />
        <SelectInput
          name="site"
          label="Works for"
          answer={answer}
          initial=""
          options={[
            { value: '', label: 'All sites' },
            ...sites.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
        />
        <SelectInput
          name="lifetime"
          label="Expires"
          answer={answer}
          initial="90"
          options={lifetimes}
        />
        <Button submit variant="primary" loading={isBusy}>
          Create the token
        </Button>
      </Form>
    </Panel>
  )
}

function Shown({ token }: { token: string }) {
  return (
    <div className="account-section__form">
      <p>
        <strong>Your token, shown this one time.</strong> Keep it like a password; only a
        fingerprint of it stays with us.
      </p>
      <CopyCode code={token} name="API token" />
    </div>
  )
}
