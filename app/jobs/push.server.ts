/** Messages of push nudges. */
import { sendPushJob } from '#app/domain/push/jobs.ts'
import { sendDuePush } from '#app/domain/push/send-due.server.ts'
import { handle, schedule } from './job.ts'

/** Sends what was started a moment ago. */
export const sendNewPushJob = handle(sendPushJob, (services) => sendDuePush(services))

/** The same for what is due by the clock, for facts that hold now, and for what a process that died left. */
export const duePushJob = schedule('push.send-due', '* * * * *', (services) =>
  sendDuePush(services),
)
