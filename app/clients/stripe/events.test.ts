import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { webhookEvents } from './events.server.ts'

test('the documentation lists the events to choose', () => {
  const text = readFileSync(new URL('../../../docs/billing.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('### Events')
  const [list = ''] = section.split('###')

  expect(list.match(/[a-z_.]+(?=`)/g)).toEqual([...webhookEvents])
})
