import type { OfferedChoice } from '#app/domain/connections/choose-account.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

type ChoosePanelProps = { service: string; choice: OfferedChoice & { uuid: string } }

/** After an approval by a login that covers several accounts: which one the site belongs to. */
export const ChoosePanel = ({ service, choice: { uuid, noun, accounts } }: ChoosePanelProps) => (
  <Panel>
    <h2 className="part-title">Choose your {noun}</h2>
    <p className="part-lead">
      Your {service} login manages more than one. Only data of the {noun} that you choose arrives
      here.
    </p>
    <ActionForm action={`Connect ${noun}`} tone="primary" hidden={{ choose: uuid }}>
      {(answer) => (
        <SelectInput
          name="account"
          label={`${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`}
          answer={answer}
          initial=""
          options={[
            { value: '', label: `Select ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}` },
            ...accounts.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      )}
    </ActionForm>
  </Panel>
)
