/**
 * Color preference, kept in the browser's local storage. It has no effect yet: the theme is always
 * light.
 */
import { Select } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { Panel } from '#app/ui/panel.tsx'

const storageKey = 'colour-preference'

const preferences = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function ColorPreference() {
  const [preference, setPreference] = useState('system')
  const [status, setStatus] = useState('')

  useEffect(() => {
    const kept = readPreference()
    if (kept !== null) setPreference(kept)
  }, [])

  const choose = (chosen: string) => {
    setPreference(chosen)
    setStatus(
      keepPreference(chosen)
        ? 'Saved in this browser.'
        : 'Your browser blocked this setting from being saved.',
    )
  }

  return (
    <Panel>
      <h2 className="account-section__title">Theme</h2>
      <p className="account-section__lead">
        Dark mode isn’t available yet. We’ll apply your choice once it is.
      </p>
      <div className="account-section__form">
        <Select
          id="field-colours"
          label="Color theme"
          options={preferences}
          value={preference}
          onChange={choose}
        />
        <p role="status" className="account-section__lead">
          {status}
        </p>
      </div>
    </Panel>
  )
}

/** Null when there is none. Throws if storage is denied. */
function readPreference(): string | null {
  try {
    const kept = window.localStorage.getItem(storageKey)
    return preferences.some(({ value }) => value === kept) ? kept : null
  } catch {
    return null
  }
}

function keepPreference(chosen: string): boolean {
  try {
    window.localStorage.setItem(storageKey, chosen)
    return true
  } catch {
    return false
  }
}
