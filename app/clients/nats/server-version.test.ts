import { expect, it } from 'vitest'
import { isTooOld } from './server-version.ts'

it.each(['2.9.10', '2.10.22', '2.9.99', '1.99.99', '2.10.23-RC.1', '', 'dev', '2.10'])(
  'refuses %s',
  (version) => {
    expect(isTooOld(version)).toBe(true)
  },
)

it.each(['2.10.23', '2.10.24', '2.11.0', '2.12.1', '3.0.0', '2.11.0-dev'])(
  'accepts %s',
  (version) => {
    expect(isTooOld(version)).toBe(false)
  },
)
