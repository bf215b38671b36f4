/** The settings that a design is made of, one by one. */
import { designSettings, type CardDesign, type DesignSetting } from '#app/contract/card-design.ts'
import { designLabels } from '#app/domain/wording/card-design/designs.ts'
import { Select } from '../kit/select.tsx'
import { fieldId } from '../forms/fields.tsx'

type DesignSettingsProps = {
  /** Prefix of the fields' names, with its dot. Absent: they aren't sent. */
  prefix?: string
  design: CardDesign
  onChange: (design: CardDesign) => void
}

export const DesignSettings = (props: DesignSettingsProps) => (
  <div className="columns gap-16 at-top">
    {designSettings.map((setting) => (
      <DesignSelect key={setting} setting={setting} {...props} />
    ))}
  </div>
)

function DesignSelect(props: DesignSettingsProps & { setting: DesignSetting }) {
  const { setting, prefix, design, onChange } = props
  const { label, choices } = designLabels[setting]
  return (
    <Select
      id={fieldId(`${prefix ?? ''}${setting}`)}
      {...(prefix === undefined ? {} : { name: `${prefix}${setting}` })}
      label={label}
      options={choices.map(([value, words]) => ({ value, label: words }))}
      value={design[setting]}
      onChange={(value) => {
        onChange({ ...design, [setting]: value })
      }}
    />
  )
}
