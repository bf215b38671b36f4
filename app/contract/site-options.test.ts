import { expect, test } from 'vitest'
import { defaultSiteOptions, siteOptions } from './site-options.ts'

test('the defaults are those of specification section 9', () => {
  expect(defaultSiteOptions).toMatchObject({
    timings: { show: 5000, wait: 1000, initial: 0 },
    offset: { vertical: 20, horizontal: 20 },
    maxNudges: 1,
    position: 'bottom-left',
    mobilePosition: 'bottom-right',
    animation: 'slide-in',
  })
})

test('the defaults fit their own shape', () => {
  expect(siteOptions.parse(defaultSiteOptions)).toEqual(defaultSiteOptions)
})
