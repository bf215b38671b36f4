/** Where a popup appears: where all of the site's do, or elsewhere. */
import { Link } from '@remix-run/react'
import { useState } from 'react'
import { PositionPicker } from '#app/ui/position-picker/position-picker.tsx'
import { Section, useEditing } from '../field.tsx'

/** The site's. */
export type SitePositions = { position: string; mobilePosition: string }

const scopes = [
  ['site', 'For all nudges'],
  ['nudge', 'Only this one'],
] as const

const name = 'look.placed'

export function PositionFields({ ofSite }: { ofSite: SitePositions }) {
  const { values, answer } = useEditing()
  const [scope, setScope] = useState(answer?.values[name] ?? values[name] ?? 'site')
  const isOfSite = scope !== 'nudge'
  const initialOf = (option: keyof SitePositions) =>
    (isOfSite ? '' : values[`look.${option}`]) || ofSite[option]
  return (
    <Section title="Position">
      <fieldset className="choices">
        <legend className="visually-hidden">Position applies</legend>
        <div className="segments">
          {scopes.map(([value, label]) => (
            <label key={value} className="segments__one">
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                value={value}
                checked={scope === value}
                onChange={() => {
                  setScope(value)
                }}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {isOfSite && (
        <p className="muted prose">
          All popups share this position.{' '}
          <Link className="text-link" to="/site-settings/look">
            Change it in Site settings
          </Link>
        </p>
      )}
      <div className="position-pickers" key={scope}>
        <PositionPicker
          name="look.position"
          label="On desktop"
          device="desktop"
          initial={initialOf('position')}
          isDisabled={isOfSite}
          answer={isOfSite ? undefined : answer}
        />
        <PositionPicker
          name="look.mobilePosition"
          label="On phones"
          device="phone"
          initial={initialOf('mobilePosition')}
          isDisabled={isOfSite}
          answer={isOfSite ? undefined : answer}
        />
      </div>
    </Section>
  )
}
