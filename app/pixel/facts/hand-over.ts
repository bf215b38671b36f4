/** The script for what only some pages and nudges ask for: the page API, and words with numbers in them. */
import '../core.ts'
import { silence } from '../quiet.ts'
import { take } from './page-api.ts'
import { tellItem } from './words.ts'

silence(() => window.footfall?.render?.({ tellItem, take }))()
