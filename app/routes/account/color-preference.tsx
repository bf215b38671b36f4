/**
 * Color preference, kept in the browser's local storage. It has no effect yet: the theme is always
 * light.
 */
import { Select } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { productName } from '#app/lib/product.ts'
import { Panel } from '#app/ui/panel.tsx'

const storageKey = 'colour-preference'

const preferences = [
  { value: 'system', label: 'As the system says' },
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
        ? 'Your choice is kept in this browser.'
        : 'This browser does not let us keep your choice.',
    )
  }

  return (
    <Panel>
      <h2 className="account-section__title">Colours</h2>
      <p className="account-section__lead">
        {productName} is shown in light colours so far, whatever you choose. Your choice is kept in
        this browser and counts as soon as there are dark ones.
      </p>
      <div className="account-section__form">
        <Select
          id="field-colours"
          label="Colour preference"
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
