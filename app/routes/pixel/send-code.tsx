import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** For owners whose website is maintained by someone else. */
export const SendCode = () => (
  <Panel>
    <h2 className="part-title">Email it to a developer</h2>
    <p className="part-lead">
      We’ll email the code and instructions, and include your name and email address.
    </p>
    <ActionForm hidden={{ intent: 'send' }} action="Send code" clears>
      {(answer) => (
        <TextInput
          name="to"
          label="Developer’s email"
          type="email"
          autoComplete="off"
          answer={answer}
        />
      )}
    </ActionForm>
  </Panel>
)
