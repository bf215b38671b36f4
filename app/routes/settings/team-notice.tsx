/** Confirmation of an action, shown on the screen that it redirected to. */
import { Banner } from '@shopify/polaris'

const sentences = {
  made: 'The organization is made. You look at it now.',
  joined: 'You are a member now.',
  left: 'You left the organization.',
  removed: 'The member is removed. Browsers and API tokens of theirs are out at once.',
  changed: 'The member’s access is changed.',
  transferred: 'The organization has a new owner. You stay in it as an admin.',
  deleted: 'The organization is deleted, with everything that belonged to it.',
} as const
export type Done = keyof typeof sentences

/** Null for an unknown word. */
export function readTeamNotice(request: Request): Done | null {
  const word = new URL(request.url).searchParams.get('done') ?? ''
  return isDone(word) ? word : null
}

const isDone = (word: string): word is Done => Object.hasOwn(sentences, word)

/** Banners have the role of a status already. */
export const Done = ({ done }: { done: Done | null }) =>
  done && <Banner tone="success">{sentences[done]}</Banner>
