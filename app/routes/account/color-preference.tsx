/** Chooses the theme of the dashboard in this browser. */
import { useEffect, useState } from 'react'
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

  useEffect(() => {
    setPreference(readColorPreference(window))
  }, [])

  return (
    <div className="form">
      <Select
        id="field-colours"
        label="Color theme"
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
    </div>
  )
}
