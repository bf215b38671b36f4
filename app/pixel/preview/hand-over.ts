/** The script that only the owner's own preview loads. */
import '../core.ts'
import { silence } from '../quiet.ts'
import { preview } from './preview.ts'

silence(() => window.footfall?.render?.({ preview }))()
