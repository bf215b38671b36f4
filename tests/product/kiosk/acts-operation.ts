/** Actions of staff on deliveries, webhooks and jobs: their addresses, and forms that are done. */
import type { StaffActName } from '#app/domain/accounts/staff/staff-acts.ts'
import type { Services } from '#app/services.ts'

type OperationSubject = {
  /** Id of a delivery whose content is there, and that isn’t waiting. */
  delivery: number
  /** Id of a webhook that failed, whose endpoint is active. */
  message: number
  /** Id of a job that gave up. */
  job: string
}

export type OperationActSample = {
  act: StaffActName
  address: string
  intent: string
  /** Without the reason and the last action. */
  form: (subject: OperationSubject) => Record<string, string>
  /** About the service as a whole: refused by the subject’s own state instead of by a newer action. */
  isOfService: boolean
  /** The same services, with a step of the action that fails in a way that no rule expects. */
  broken: (services: Services) => Services
}

const bug = () => {
  throw new TypeError('A bug.')
}

const unreadable = (services: Services): Services => ({
  ...services,
  security: {
    ...services.security,
    secrets: { ...services.security.secrets, open: bug },
  },
})

const unsendable = (services: Services): Services => ({
  ...services,
  jobs: { ...services.jobs, send: bug },
})

const noQueue = (services: Services): Services => ({
  ...services,
  jobs: { ...services.jobs, findFailed: bug, runAgain: bug },
})

const received = ({ delivery }: OperationSubject) => ({ list: 'received', id: String(delivery) })
const sent = ({ message }: OperationSubject) => ({ list: 'sent', id: String(message) })
const failedJob = ({ job }: OperationSubject) => ({ job })

const deliveries = { address: '/kiosk/deliveries', isOfService: false } as const
const jobs = { address: '/kiosk/jobs', isOfService: true } as const

export const operationActs: readonly OperationActSample[] = [
  { ...deliveries, act: 'delivery.opened', intent: 'open', form: received, broken: unreadable },
  { ...deliveries, act: 'delivery.replayed', intent: 'again', form: received, broken: unsendable },
  { ...deliveries, act: 'webhook.opened', intent: 'open', form: sent, broken: unreadable },
  { ...deliveries, act: 'webhook.resent', intent: 'again', form: sent, broken: unsendable },
  { ...jobs, act: 'job.opened', intent: 'open', form: failedJob, broken: noQueue },
  { ...jobs, act: 'job.restarted', intent: 'again', form: failedJob, broken: noQueue },
]
