/** Events that are logged in the database first, for senders that wait until they are counted. */
import { createLoggedWorld } from '../support/event-log/log-world.ts'
import { testCounting } from '../product/events/counting-battery.ts'

testCounting(() => createLoggedWorld('postgres'))
