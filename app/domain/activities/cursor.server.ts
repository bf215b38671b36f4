/** Cursor of the lists of activities, which all have one order. */
import { z } from 'zod'
import { cursorId, cursorMoment, defineCursor } from '#app/lib/cursor.server.ts'

export const activityCursor = defineCursor(
  'activities',
  z.object({ occurredAt: cursorMoment, id: cursorId }),
)
