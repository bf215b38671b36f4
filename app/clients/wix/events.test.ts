import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { webhookEvents } from './events.ts'

test('docs/billing.md names each event to choose at Wix', () => {
  const [, guide = ''] = readFileSync('docs/billing.md', 'utf8').split('## Set up Wix')
  const line = guide.split('\n').find((one) => one.includes('/hooks/wix')) ?? ''

  const named = [...line.matchAll(/`([A-Z][A-Za-z]+)`/g)].map(([, name]) => name)
  expect(named).toEqual([...webhookEvents])
})
