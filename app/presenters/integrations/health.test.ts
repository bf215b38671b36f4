import { expect, test } from 'vitest'
import { healthOf, type HealthFacts } from './health.ts'

const now = new Date('2026-06-30T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
const working: HealthFacts = {
  neededPlan: null,
  state: 'active',
  failures: 0,
  failingSince: null,
  fault: null,
  firstRecordAt: ago(20),
  lastRecordAt: ago(1),
  createdAt: ago(30),
}

test.each<[string, Partial<HealthFacts>, string]>([
  ['data arrives', {}, 'working'],
  ['a single failure', { failures: 1, failingSince: ago(1), fault: 'Busy.' }, 'working'],
  ['several failures', { failures: 2, failingSince: ago(1), fault: 'Busy.' }, 'failing'],
  ['nothing has arrived', { firstRecordAt: null, lastRecordAt: null }, 'waiting'],
  ['failures before anything arrived', { firstRecordAt: null, failures: 5 }, 'failing'],
  ['nothing for two weeks', { lastRecordAt: ago(14) }, 'working'],
  ['nothing for longer', { lastRecordAt: ago(15) }, 'quiet'],
  ['refused access', { state: 'lost', failures: 1, failingSince: ago(2) }, 'lost'],
  ['paused by its owner while it failed', { state: 'paused', failures: 9 }, 'paused'],
  ['the owner is still at the service', { state: 'pending', firstRecordAt: null }, 'approval'],
  ['disconnected', { state: 'ended' }, 'ended'],
])('%s', (_case, facts, state) => {
  expect(healthOf({ ...working, ...facts }, 'Etsy', now).state).toBe(state)
})

test.each<[string, Partial<HealthFacts>, string]>([
  ['working', {}, 'Working'],
  ['waiting', { firstRecordAt: null, lastRecordAt: null }, 'Waiting for first data'],
])('a part that can’t be read leaves a connection %s, and says what to do', (...parts) => {
  const [state, facts, label] = parts
  const sentence = 'New payments still arrive. Turn on Transaction search.'
  const health = healthOf({ ...working, ...facts, fault: sentence }, 'PayPal', now)

  expect(health).toMatchObject({ state, label, sentence })
  // A single failure is shown when it comes again.
  const once = healthOf({ ...working, failures: 1, fault: 'Busy.' }, 'PayPal', now)
  expect(once.sentence).not.toContain('Busy.')
})

test('a failure shows its start, its reason and that we keep trying', () => {
  const facts = { ...working, failures: 3, failingSince: ago(2), fault: 'The service is busy.' }

  expect(healthOf(facts, 'Etsy', now)).toMatchObject({
    sentence: 'The service is busy.',
    since: ago(2),
    tone: 'attention',
  })
  expect(healthOf({ ...facts, fault: null }, 'Etsy', now).sentence).toBe(
    'We can’t reach Etsy. We keep trying automatically.',
  )
})

test.each([
  ['Genius', /Available on the Genius plan and up\.$/],
  ['', /nothing is deleted\.$/],
])('paused by the plan, of which “%s” has it', (neededPlan, words) => {
  const health = healthOf({ ...working, neededPlan }, 'Etsy', now)
  expect(health.state).toBe('plan')
  expect(health.sentence).toMatch(words)
})
