import { expect, test } from 'vitest'
import type { PolicyIssue } from '#app/domain/sites/page-policy.ts'
import { verifySteps } from './verify-texts.ts'

const appUrl = 'https://app.footfall.example'

function stepsOf(found: { policy?: PolicyIssue[]; uuid?: 'right' | 'missing' }) {
  const verified = {
    asked: 'https://shop.example/',
    answered: null,
    status: 200,
    page: 'answers' as const,
    script: 'found' as const,
    uuid: 'right' as const,
    policy: [],
    at: new Date(),
    ...found,
  }
  return verifySteps(verified, { appUrl, state: 'seen', siteHost: 'shop.example' })
}

const policyStep = (policy: PolicyIssue[]) => stepsOf({ policy })[3]

test('a tag without its site ID names what removes it', () => {
  const [step] = stepsOf({ uuid: 'missing' }).filter(({ title }) => title === 'Missing site ID')

  expect(step?.state).toBe('bad')
  expect(step?.detail).toContain('Some tag managers strip it')
})

const forImages = `If an order has no image, its nudge can’t show the one from your product page: add ${appUrl} to img-src. Until then, it shows an initial or a drawing.`

test('a policy that only blocks our images doesn’t block the pixel', () => {
  expect(policyStep(['img-src'])).toEqual({
    state: 'open',
    title: 'Your policy blocks images from product pages',
    detail: forImages,
  })
})

test('a policy that blocks more names the images last', () => {
  expect(policyStep(['script-src', 'connect-src', 'img-src'])).toEqual({
    state: 'bad',
    title: 'Blocked by your policy',
    detail: `Add ${appUrl} to script-src and connect-src in your Content Security Policy. ${forImages}`,
  })
})

test('a part that the page’s default policy decides stays open, with or without images', () => {
  const steps = [['trusted-types-default'], ['img-src', 'trusted-types-default']] as const

  expect(steps.map((issues) => policyStep([...issues])?.state)).toEqual(['open', 'open'])
})
