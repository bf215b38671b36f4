import { expect, test } from 'vitest'
import { pageActivity } from '#app/contract/page-activities.ts'
import { plainPageActivity } from './plain-fact.ts'

test.each([
  ['purchase', 'Gift Card', undefined],
  ['purchase', 'Gift card holder', 'Gift card holder'],
  ['signup', 'Gift Card', 'Gift Card'],
])('the product of a %s on a page, %s, is named as %s', (kind, title, named) => {
  const activity = pageActivity.parse({ kind, id: '7', product: { title } })

  expect(plainPageActivity(activity).product?.title).toBe(named)
})
