/** On both engines: events that are answered after their commit. */
import { createWorld } from '../../support/world.ts'
import { testCounting } from './counting-battery.ts'

testCounting(() => createWorld())
