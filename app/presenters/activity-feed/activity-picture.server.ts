/** One activity as the pixel draws it, in the nudge that shows it or in a new one's default settings. */
import type { PixelItem, PixelPayload } from '#app/contract/pixel.ts'
import type { RecentActivity } from '#app/domain/activities/item-details.ts'
import { listPublished, type StoredNudge } from '#app/domain/nudges/published-nudges.server.ts'
import { readNudgeData } from '#app/domain/serving/data/nudge-data.server.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'
import type { Services } from '#app/services.ts'

type Pictured = {
  activity: RecentActivity
  /** The type that shows its kind one by one. */
  type: NudgeType
  /** The nudge to draw it in, if it is published. */
  nudge: string | null
}

/** Null when the site no longer exists. Drawn whether or not visitors can see it now. */
export async function compilePicture(
  { db, log, now, security, config: { appUrl } }: Services,
  site: SiteScope,
  { activity, type, nudge }: Pictured,
): Promise<PixelPayload | null> {
  const payload = await compilePayload({ db, log, now, appUrl }, site, {
    screen: security.secrets,
    withheld: undefined,
    counts: undefined,
    preview: async (tx) => {
      const published = (await listPublished(tx, site)).filter((one) => one.type === type)
      return [published.find(({ uuid }) => uuid === nudge) ?? published[0] ?? newNudge(type)]
    },
    data: (tx) =>
      Object.assign(readNudgeData(tx, site), {
        listRecentActivities: () => Promise.resolve([activity]),
      }),
  })
  return (
    payload && {
      ...payload,
      nudges: payload.nudges.map((one) => ({
        ...one,
        items: one.items.map(atAnyTime),
      })),
    }
  )
}

/** On any page, and also before and after the time in which visitors see it. */
function atAnyTime({ from: _from, until: _until, page: _page, ...item }: PixelItem): PixelItem {
  return item
}

const newNudge = (type: NudgeType): StoredNudge => ({
  id: 0,
  uuid: type,
  shortId: type,
  version: 1,
  type,
  surface: 'popup',
  query: {},
  content: null,
  rules: {},
  placement: null,
  message: null,
  look: {},
})
