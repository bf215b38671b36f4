/** Checks the site's worker file from our server, as a browser would load it. */
import type { WorkerCheck } from '#app/domain/push/worker/check-worker.server.ts'
import { describeWorkerFault } from '#app/domain/push/worker/find-worker-faults.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'

export type CheckedWorker = { checked: WorkerCheck }

export const WorkerPanel = () => (
  <Panel>
    <h2 className="part-title">Check worker file</h2>
    <p className="part-lead">
      Our server loads the file from your site and checks what a browser would receive.
    </p>
    <ActionForm<CheckedWorker>
      hidden={{ intent: 'check' }}
      action="Check file"
      result={({ checked }) => <Result checked={checked} />}
    />
  </Panel>
)

const Result = ({ checked: { asked, faults, at } }: CheckedWorker) => (
  <div className="prose break-anywhere mb-12">
    <p>
      <Badge tone={faults.length === 0 ? 'success' : 'critical'}>
        {faults.length === 0 ? 'Works' : 'Doesn’t work'}
      </Badge>{' '}
      {asked}, {formatDateTime(new Date(at))}
    </p>
    {faults.length > 0 && (
      <ul className="bullets">
        {faults.map((fault) => (
          <li key={fault}>{describeWorkerFault(fault)}</li>
        ))}
      </ul>
    )}
  </div>
)
