/** Words for the opt-in prompt that shops can start from. Each says what will be sent. Safe in the browser. */
import type { PushPrompt } from '#app/contract/push-settings.ts'

export type PromptExample = Pick<PushPrompt, 'title' | 'text' | 'accept' | 'notNow' | 'kinds'>

/** @param perWeek most messages of campaigns that a subscriber gets in a week */
export const promptExamples = (perWeek: number): readonly PromptExample[] => [
  {
    title: 'Hear about news from this shop?',
    text: `We’ll send up to ${String(perWeek)} ${perWeek === 1 ? 'message' : 'messages'} a week to this device. You can turn them off at any time.`,
    accept: 'Yes, please',
    notNow: 'Not now',
    kinds: ['news'],
  },
  {
    title: 'Want to know when it ships?',
    text: 'We’ll send a message to this device when your order ships, and nothing else.',
    accept: 'Yes, please',
    notNow: 'No, thanks',
    kinds: ['order_shipped'],
  },
  {
    title: 'Keep an eye on it for you?',
    text: 'Choose a product, and we’ll send one message when it’s back in stock or costs less.',
    accept: 'Turn on',
    notNow: 'Not now',
    kinds: ['back_in_stock', 'price_drop'],
  },
]
