/** The designs by name, for browsers without scripts. Only the server renders it. */
import { namedDesigns } from '#app/domain/wording/card-design/designs.ts'
import { SelectInput } from '#app/ui/forms/fields.tsx'

export const NamedDesignField = () => (
  <SelectInput
    name="look.named"
    label="Design"
    helpText="Also sets the theme and the image."
    options={[
      { value: '', label: 'No change' },
      { value: 'site', label: 'Same as site' },
      ...namedDesigns.map(({ name }) => ({ value: name, label: name })),
    ]}
    initial=""
    answer={undefined}
  />
)
