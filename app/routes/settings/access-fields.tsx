/** Form fields for a role and its sites. */
import { useState } from 'react'
import { givenRoles, seesAllSites, type GivenRole } from '#app/domain/teams/members.ts'
import { roleLabels } from '#app/domain/teams/roles.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { RadioButton } from '#app/ui/kit/radio-button.tsx'
import { Select } from '#app/ui/kit/select.tsx'

type AccessFieldsProps = {
  answer: FormResponse | undefined
  sites: readonly { uuid: string; name: string }[]
  initial: { role: GivenRole; siteUuids: readonly string[] | null }
}

export function AccessFields({ answer, sites, initial }: AccessFieldsProps) {
  const [role, setRole] = useState<GivenRole>(initial.role)
  const [access, setAccess] = useState(initial.siteUuids === null ? 'all' : 'some')

  return (
    <>
      <Select
        id="field-role"
        name="role"
        label="Role"
        options={givenRoles.map((value) => ({ value, label: roleLabels[value].name }))}
        value={role}
        helpText={roleLabels[role].meaning}
        onChange={(chosen) => {
          setRole(givenRoles.find((value) => value === chosen) ?? role)
        }}
      />
      {!seesAllSites(role) && sites.length > 0 && (
        <fieldset className="choices">
          <legend className="choices__label">Sites</legend>
          {[
            { value: 'all', label: 'All sites, including future ones' },
            { value: 'some', label: 'Selected sites only' },
          ].map(({ value, label }) => (
            <RadioButton
              key={value}
              id={`field-access-${value}`}
              name="access"
              value={value}
              label={label}
              checked={access === value}
              onChange={() => {
                setAccess(value)
              }}
            />
          ))}
          {access === 'some' && (
            <Choices
              name="sites"
              label="Selected sites"
              answer={answer}
              options={sites.map(({ uuid, name }) => ({ value: uuid, label: name }))}
              initial={initial.siteUuids ?? []}
            />
          )}
        </fieldset>
      )}
    </>
  )
}
