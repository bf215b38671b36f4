/** Sends the saved message to a device of the owner, by its push service. */
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** Only the device has the link, so no one else can be sent a test. */
export const SendTest = () => (
  <Panel>
    <h2 className="part-title">Send to your device</h2>
    <p className="part-lead">
      Subscribe to your site on the device first. Then open “Message settings” there, on your site,
      and copy that page’s link.
    </p>
    <ActionForm hidden={{ intent: 'test' }} action="Send test">
      {(answer) => (
        <TextInput
          name="link"
          label="Link to the device’s message settings"
          autoComplete="off"
          type="url"
          helpText="Sends the saved message now, uncounted and without your limits."
          answer={answer}
        />
      )}
    </ActionForm>
  </Panel>
)
