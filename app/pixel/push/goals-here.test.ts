import { expect, test } from 'vitest'
import type { PixelPushGoal } from '#app/contract/push.ts'
import { matchesUrl } from '#app/domain/goals/matches-url.ts'
import { listGoalsHere } from './goals-here.ts'

const paths = ['/', '/thanks', '/thanks/', '/thanks/1001', '/de/thanks', '/than', '//']
const patterns = ['/', '/thanks', '/thanks/', 'thanks/', '/de']
const matches = ['exact', 'starts_with', 'contains'] as const

test('a browser and the server find the same goals by URL', () => {
  for (const match of matches) {
    for (const pattern of patterns) {
      const goal: PixelPushGoal = { goal: 'one', match, path: pattern }
      for (const path of paths) {
        const isFound = listGoalsHere({ goals: [goal] }, path).length === 1
        expect(isFound, `${match} ${pattern} ${path}`).toBe(matchesUrl(path, { match, pattern }))
      }
    }
  }
})

test('a site without such goals has none here', () => {
  expect(listGoalsHere({}, '/thanks')).toEqual([])
})
