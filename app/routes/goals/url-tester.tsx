/** Tests a URL with the server's own rule for whether a visit would count. */
import { TextField } from '@shopify/polaris'
import { useState } from 'react'
import { testUrl, type UrlTest } from '#app/domain/goals/test-url.ts'
import { Panel } from '#app/ui/panel.tsx'
import type { GoalFormValues } from './goal-form-values.ts'

type AddressTesterProps = { typed: GoalFormValues; siteAddress: string }

export function AddressTester({ typed, siteAddress }: AddressTesterProps) {
  const [address, setAddress] = useState('')
  const tried = testUrl(address, typed, siteAddress)
  return (
    <Panel>
      <h2 className="part-title">Try an address</h2>
      <p className="part-lead">
        Nothing is opened: the rule that counts visits judges what you type. Query and fragment,
        behind ? and #, are never looked at.
      </p>
      <div className="goal-fields">
        <TextField
          label="Address of a page"
          type="url"
          autoComplete="off"
          placeholder={`${siteAddress}/thank-you/1001`}
          value={address}
          onChange={setAddress}
        />
      </div>
      <p className="tried" role="status">
        {address.trim() !== '' && wordsOf(tried, typed)}
      </p>
    </Panel>
  )
}

function wordsOf(tried: UrlTest, { pattern }: GoalFormValues): string {
  if (!tried.isAddress) return 'This is no address of a page.'
  if (pattern.trim() === '') return 'Enter the path of the goal first.'
  if (tried.foreignHost !== null) {
    return `Does not count: ${tried.foreignHost} is not this site. What its pages report is kept apart.`
  }
  return tried.isReached
    ? `Counts: a visit of ${tried.path} reaches the goal.`
    : `Does not count: a visit of ${tried.path} does not reach the goal.`
}
