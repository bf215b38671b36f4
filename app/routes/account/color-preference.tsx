/** Chooses the theme of the dashboard in this browser. Needs a script, which has the browser's storage. */
import { useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import {
  colorPreferences,
  keepColorPreference,
  readColorPreference,
  type ColorPreference,
} from '#app/browser/color-preference.ts'
import { Select } from '#app/ui/kit/select.tsx'

const labels: Record<ColorPreference, string> = { system: 'System', light: 'Light', dark: 'Dark' }
const options = colorPreferences.map((value) => ({ value, label: labels[value] }))

export function ColorChoice() {
  const [preference, setPreference] = useState<ColorPreference>('system')
  const [status, setStatus] = useState('')
  const isHydrated = useHydrated()

  useEffect(() => {
    setPreference(readColorPreference(window))
  }, [])

  return (
    <fieldset disabled={!isHydrated} className="plain-group form">
      <Select
        id="field-colors"
        label="Color theme"
        helpText="There’s only a light theme so far. We use your choice once there’s a dark one."
        options={options}
        value={preference}
        onChange={(value) => {
          const chosen = colorPreferences.find((one) => one === value) ?? 'system'
          setPreference(chosen)
          setStatus(
            keepColorPreference(window, chosen)
              ? 'Saved in this browser.'
              : 'Your browser blocked this setting from being saved.',
          )
        }}
      />
      <p role="status" className="muted">
        {status}
      </p>
    </fieldset>
  )
}
