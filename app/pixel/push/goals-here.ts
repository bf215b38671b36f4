/** Goals that a page's path reaches, as the server counts them (app/domain/goals/matches-url.ts). Pure. */
import type { PixelPush, PixelPushGoal } from '#app/contract/push.ts'

export const listGoalsHere = ({ goals }: Pick<PixelPush, 'goals'>, page: string) =>
  (goals ?? []).filter((goal) => isReached(goal, page))

const isReached = ({ match, path: wanted }: PixelPushGoal, page: string) => {
  if (match === 'contains') return page.includes(wanted)
  const [path, pattern] = [withoutEndSlash(page), withoutEndSlash(wanted)]
  return match === 'exact' ? path === pattern : path.startsWith(pattern)
}

const withoutEndSlash = (path: string) => (path[1] ? path.replace(/\/$/, '') : path)
