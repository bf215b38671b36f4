/** Words for the opt-in prompt that shops can start from. Each says what will be sent. Safe in the browser. */
import type { PushPrompt } from '#app/contract/push-settings.ts'

export type PromptExample = Pick<PushPrompt, 'title' | 'text' | 'accept' | 'notNow'>

/** @param perWeek most messages of campaigns that a subscriber gets in a week */
export const promptExamples = (perWeek: number): readonly PromptExample[] => [
  {
    title: 'Hear about news from this shop?',
    text: `We’ll send ${upTo(perWeek)} a week to this device. You can turn them off at any time.`,
    accept: 'Yes, please',
    notNow: 'Not now',
  },
  {
    title: 'News on this device?',
    text: `New products and offers on this device, ${upTo(perWeek)} a week.`,
    accept: 'Turn on',
    notNow: 'No, thanks',
  },
]

const upTo = (count: number) => `up to ${String(count)} ${count === 1 ? 'message' : 'messages'}`
