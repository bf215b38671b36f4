/** The queries that nudge types ask of a site. Types receive them, so they need no database themselves. */
import type { Queries } from '#app/db/db.ts'
import {
  countByPath,
  countDistinctly,
  isCovered,
  rate,
  restsOnFile,
} from '#app/domain/activities/activity-counts.server.ts'
import type { CountView } from '#app/domain/activities/count-view.ts'
import type { ActivityView } from '#app/domain/activities/item-details.ts'
import { listRecentActivities } from '#app/domain/activities/recent-activities.server.ts'
import { listShownMessages } from '#app/domain/messages/messages.server.ts'
import { countWindow } from '#app/domain/presence/window-counts.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'

export const readNudgeData = (tx: Queries, site: SiteScope) => ({
  listRecentActivities: (view: ActivityView) => listRecentActivities(tx, site, view),
  countDistinctly: (view: CountView) => countDistinctly(tx, site, view),
  countByPath: (asked: Parameters<typeof countByPath>[2]) => countByPath(tx, site, asked),
  isCovered: (view: CountView) => isCovered(tx, site, view),
  restsOnFile: (view: CountView) => restsOnFile(tx, site, view),
  rate: (view: CountView) => rate(tx, site, view),
  countWindow: (window: Parameters<typeof countWindow>[2]) => countWindow(tx, site, window),
  listShownMessages: (most: number) => listShownMessages(tx, site, most),
})

export type NudgeData = ReturnType<typeof readNudgeData>
