/**
 * The script for what only some pages and nudges ask for: the page API, words with numbers in them,
 * forms that tell a sign-up, and visitors who stay for longer than a minute.
 */
import '../core.ts'
import { startHeartbeat } from '../heartbeat.ts'
import { silence } from '../quiet.ts'
import { capture } from './forms.ts'
import { take } from './page-api.ts'
import { tellItem } from './words.ts'

silence(() => window.footfall?.render?.({ tellItem, take, capture, beat: startHeartbeat }))()
