/** Entry of the script that a shop's service worker imports. */
import { keepPushRecord } from '../push/push-record.ts'
import { startPushWorker } from './push-worker.ts'
import type { WorkerScope } from './worker-scope.ts'

startPushWorker(self as unknown as WorkerScope, keepPushRecord, () => Date.now() / 1000)
