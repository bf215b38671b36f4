/** The battery of all logs, with files. */
import { testLog } from '#tests/support/event-log/log-battery.ts'
import { makeFilePlace } from '#tests/support/event-log/file-place.ts'

testLog(makeFilePlace)
