import { abilities, abilityLabels, type Ability } from '#app/domain/tokens/token.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Choices } from '#app/ui/forms/choices.tsx'

type AbilitiesProps = { answer: FormResponse | undefined; initial?: readonly Ability[] }

/** Checkboxes for a token's abilities. */
export const Abilities = ({ answer, initial = [] }: AbilitiesProps) => (
  <Choices
    name="abilities"
    label="Abilities"
    answer={answer}
    initial={initial}
    options={abilities.map((value) => ({ value, label: `${abilityLabels[value]} (${value})` }))}
  />
)
