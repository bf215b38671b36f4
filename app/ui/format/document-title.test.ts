import { expect, test } from 'vitest'
import { formatTitle, screenTitle, siteTitle } from './document-title.ts'

const layout = {
  data: {
    facts: {
      sites: [
        { name: 'Mugs', isCurrent: false },
        { name: 'Kettles', isCurrent: true },
      ],
    },
  },
}
const root = { data: null }

test('a screen about a site names the screen, the site and the product', () => {
  const at = (data: undefined, matches: { data: unknown }[]) =>
    siteTitle('Goals')({ data, matches })

  expect(at(undefined, [root, layout, { data: undefined }])).toEqual([
    { title: 'Goals · Kettles – Footfall' },
  ])
  expect(at(undefined, [root, { data: { facts: { sites: [] } } }])).toEqual([
    { title: 'Goals – Footfall' },
  ])
  // The layout failed.
  expect(at(undefined, [root, { data: undefined }])).toEqual([{ title: 'Goals – Footfall' }])
})

test('a screen about one thing is named after it, once it’s known', () => {
  const title = siteTitle<{ name: string }>((nudge) => nudge?.name ?? 'Nudge')

  expect(title({ data: { name: 'Summer' }, matches: [layout] })).toEqual([
    { title: 'Summer · Kettles – Footfall' },
  ])
  expect(title({ data: undefined, matches: [layout] })).toEqual([
    { title: 'Nudge · Kettles – Footfall' },
  ])
})

test('other screens name no site, and what is absent leaves no mark', () => {
  expect(screenTitle('Account')()).toEqual([{ title: 'Account – Footfall' }])
  expect(formatTitle('Set up', null)).toBe('Set up – Footfall')
})
