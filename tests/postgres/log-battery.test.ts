/** The battery of all logs, in the database. */
import { testLog } from '../support/event-log/log-battery.ts'
import { makePostgresPlace } from '../support/event-log/postgres-place.ts'

testLog(makePostgresPlace)
