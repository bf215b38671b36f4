/** On both engines: events that are logged first, for senders that wait until they are counted. */
import { createLoggedWorld } from '../../support/event-log/log-world.ts'
import { testCounting } from './counting-battery.ts'

testCounting(() => createLoggedWorld())
