import { and, eq, ne } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import type { Connection } from '../connection.server.ts'
import { hookHashOf } from '../credentials.server.ts'

/**
 * Not disconnected since then, nor connected again: once its service was left, that changes the address
 * for deliveries.
 */
export const asItWas = ({ id, credentials }: Connection) =>
  and(
    eq(connections.id, id),
    eq(connections.hookHash, hookHashOf(credentials.hookToken)),
    ne(connections.state, 'ended'),
  )
