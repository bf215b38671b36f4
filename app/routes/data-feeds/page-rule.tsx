/** Automatic approval of activities that only a page reported. */
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { CheckInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

type PageRuleProps = { label: string; about: string; isOn: boolean; mayChange: boolean }

export const PageRule = ({ label, about, isOn, mayChange }: PageRuleProps) => (
  <Panel>
    <h2 className="part-title">Automatic approval</h2>
    {mayChange ? (
      <SettingsForm action="Save" hidden={{ intent: 'rule' }}>
        {(answer) => (
          <CheckInput
            name="isOn"
            label={label}
            helpText={about}
            answer={answer}
            isInitiallyChecked={isOn}
          />
        )}
      </SettingsForm>
    ) : (
      <p className="part-lead">
        {label}: {isOn ? 'on' : 'off'}. {about}
      </p>
    )}
  </Panel>
)
