/** Tests a URL with the server's own rule for whether a visit would count. */
import { useState } from 'react'
import { testUrl, type UrlTest } from '#app/domain/goals/test-url.ts'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { GoalFormValues } from './goal-form-values.ts'

type AddressTesterProps = { typed: GoalFormValues; siteAddress: string }

export function AddressTester({ typed, siteAddress }: AddressTesterProps) {
  const [address, setAddress] = useState('')
  const tried = testUrl(address, typed, siteAddress)
  return (
    <Panel>
      <h2 className="part-title">Test a URL</h2>
      <p className="part-lead">
        Checks whether a URL would count, without opening it. Anything after ? or # is ignored.
      </p>
      <TextField
        label="Page URL"
        type="url"
        autoComplete="off"
        placeholder={`${siteAddress}/thank-you/1001`}
        value={address}
        onChange={setAddress}
      />
      <p className="prose break-anywhere tried" role="status">
        {address.trim() !== '' && wordsOf(tried, typed)}
      </p>
    </Panel>
  )
}

function wordsOf(tried: UrlTest, { pattern }: GoalFormValues): string {
  if (!tried.isAddress) return 'Enter a valid page URL.'
  if (pattern.trim() === '') return 'Enter the goal’s path first.'
  if (tried.foreignHost !== null) {
    return `Doesn’t count: ${tried.foreignHost} isn’t part of this site.`
  }
  return tried.isReached
    ? `Counts: visiting ${tried.path} reaches the goal.`
    : `Doesn’t count: visiting ${tried.path} doesn’t reach the goal.`
}
