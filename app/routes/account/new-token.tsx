/** Creates an API token and shows it once. */
import { CopyCode } from '#app/ui/copy-code.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
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
  return (
    <Panel>
      <h2 className="part-title">Create a token</h2>
      <p className="part-lead">
        Grant only the abilities it needs, so a leaked token can do little harm.
      </p>
      <ActionForm<CreatedToken>
        action="Create token"
        tone="primary"
        clears
        result={({ token }) => <Shown token={token} />}
      >
        {(answer) => (
          <>
            <TextInput
              name="name"
              label="Name"
              autoComplete="off"
              helpText="For example, the name of the app that uses it."
              answer={answer}
            />
            <Abilities answer={answer} />
            <SelectInput
              name="site"
              label="Site access"
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
          </>
        )}
      </ActionForm>
    </Panel>
  )
}

function Shown({ token }: { token: string }) {
  return (
    <div className="form">
      <p>
        <strong>Copy your token now. You won’t see it again.</strong> Treat it like a password. We
        store only a hash of it.
      </p>
      <CopyCode code={token} name="API token" />
    </div>
  )
}
