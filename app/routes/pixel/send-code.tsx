import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** For owners whose website is maintained by someone else. */
export const SendCode = () => (
  <Panel>
    <h2 className="part-title">Send it to a developer</h2>
    <p className="part-lead">
      A mail with the code and what to do. It says that you sent it, with your name and address.
    </p>
    <ActionForm hidden={{ intent: 'send' }} action="Send the code" clears>
      {(answer) => (
        <TextInput
          name="to"
          label="Email of the developer"
          type="email"
          autoComplete="off"
          answer={answer}
        />
      )}
    </ActionForm>
  </Panel>
)
