/** Confirmation of an action, shown on the screen that it redirected to. */
import { Banner } from '#app/ui/kit/banner.tsx'

const sentences = {
  made: 'Organization created. You’re now viewing it.',
  joined: 'You’ve joined the organization.',
  left: 'You’ve left the organization.',
  removed: 'Member removed. Their sessions and API tokens no longer have access.',
  changed: 'Access updated',
  transferred: 'Ownership transferred. You’re now an admin.',
  deleted: 'Organization and all its data deleted',
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
