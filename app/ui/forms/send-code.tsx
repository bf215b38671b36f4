/** For owners whose website is maintained by someone else. */
import { ActionForm } from './action-form.tsx'
import { TextInput } from './fields.tsx'

type SendCodeProps = {
  /** Class of the screen's headings. */
  titleClass: string
  /** The site's pixel screen, which sends the email. Absent: on that screen. */
  to?: string
}

export const SendCode = ({ titleClass, to }: SendCodeProps) => (
  <section aria-labelledby="send-code">
    <h2 id="send-code" className={titleClass}>
      Email it to a developer
    </h2>
    <ActionForm
      hidden={{ intent: 'send' }}
      action="Send code"
      clears
      {...(to === undefined ? {} : { to })}
    >
      {(answer) => (
        <TextInput
          name="to"
          label="Developer’s email"
          type="email"
          autoComplete="off"
          helpText="We’ll email the code and instructions, with your name and email address."
          answer={answer}
        />
      )}
    </ActionForm>
  </section>
)
