/** Labels of the studio's main action. */
import { expect, test } from 'vitest'
import { publishAction } from './publish-action.ts'

type Shown = Parameters<typeof publishAction>[0]

/** Two changes, and nothing to fix. */
const labelFor = (state: Partial<Shown['loaded']>, runsOn: string | null = null) =>
  publishAction({
    loaded: {
      uuid: 'one',
      hasDraft: true,
      isArchived: false,
      experiments: { running: runsOn === null ? null : { nudge: { uuid: runsOn } } },
      ...state,
    } as Shown['loaded'],
    preview: { findings: [], changes: [{}, {}] } as unknown as Shown['preview'],
    isPublishing: false,
    goTo: () => undefined,
  })?.label

test.each([
  [{ state: 'draft' }, 'Publish'],
  [{ state: 'published' }, 'Publish 2 changes'],
  [{ state: 'paused' }, 'Publish and turn on'],
  [{ state: 'paused', isArchived: true }, 'Publish and turn on'],
  [{ state: 'draft', isArchived: true }, 'Publish and turn on'],
] as const)('the main action of a nudge that is %j is “%s”', (loaded, label) => {
  expect(labelFor(loaded)).toBe(label)
})

test('publishing changes during an experiment with the nudge says that it ends', () => {
  expect(labelFor({ state: 'published' }, 'one')).toBe('Publish and end experiment')
  expect(labelFor({ state: 'published' }, 'another')).toBe('Publish 2 changes')
})
