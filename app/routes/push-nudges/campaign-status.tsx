/** State of a campaign, and what can be done with it, in numbers. */
import type { CampaignInput } from '#app/contract/push-settings.ts'
import type { CampaignState } from '#app/presenters/push/words.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { countWithNoun, formatCount } from '#app/ui/format/format-number.ts'
import { formatFieldDate } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'
import { FeatureGate } from '#app/ui/plan-gate.tsx'
import { StateBadge } from './campaign-list.tsx'

type Audience = { subscribers: number; holdout: number }

type CampaignStatusProps = {
  name: string
  state: CampaignState
  sendAt: CampaignInput['sendAt']
  /** As saved. Null: it was started already. */
  audience: Audience | null
  /** Messages that wait to be sent. */
  waiting: number
  mayEdit: boolean
  /** The draft's form has changes that aren't saved, and so wouldn't be sent. */
  isDirty: boolean
}

export const CampaignStatus = (props: CampaignStatusProps) => {
  const { name, state, sendAt, audience, waiting, mayEdit, isDirty } = props
  return (
    <Panel>
      <h2 className="part-title">Status</h2>
      <p className="part-lead">
        <StateBadge state={state} /> {statusSentence(props)}
      </p>
      {mayEdit && (
        <div className="row gap-12 mt-16">
          {state === 'draft' && audience !== null && audience.subscribers > 0 && (
            <FeatureGate flag="push_nudges">
              <ConfirmForm
                hidden={{ intent: 'start' }}
                action={sendAt === null ? 'Send campaign' : 'Schedule campaign'}
                title={`Send to ${countWithNoun(audience.subscribers, 'subscriber')}?`}
                confirm={sendAt === null ? 'Send campaign' : 'Schedule campaign'}
                isDisabled={isDirty}
              >
                <p>
                  {audienceSentence(audience)} {whenSentence(sendAt)} A message that was sent can’t
                  be called back.
                </p>
              </ConfirmForm>
              {isDirty && <p className="muted">Save the draft first to send your changes.</p>}
            </FeatureGate>
          )}
          {state === 'sending' && (
            <ActionForm hidden={{ intent: 'pause' }} action="Pause" className="" />
          )}
          {state === 'paused' && (
            <FeatureGate flag="push_nudges">
              <ActionForm hidden={{ intent: 'resume' }} action="Resume" className="" />
            </FeatureGate>
          )}
          {(state === 'sending' || state === 'paused') && (
            <ConfirmForm
              hidden={{ intent: 'stop' }}
              action="Stop"
              title={`Stop “${name}”?`}
              confirm="Stop campaign"
            >
              <p>
                {countWithNoun(waiting, 'message')} that {waiting === 1 ? 'isn’t' : 'aren’t'} sent
                yet won’t be. A stopped campaign can’t be resumed.
              </p>
            </ConfirmForm>
          )}
          {state === 'draft' && (
            <ConfirmForm
              hidden={{ intent: 'delete' }}
              action="Delete"
              title={`Delete “${name}”?`}
              confirm="Delete draft"
            >
              <p>This permanently deletes the draft.</p>
            </ConfirmForm>
          )}
        </div>
      )}
    </Panel>
  )
}

function statusSentence({ state, sendAt, audience, waiting }: CampaignStatusProps): string {
  if (state === 'draft') {
    return audience === null || audience.subscribers === 0
      ? 'No subscriber matches this audience yet.'
      : `${audienceSentence(audience)} ${whenSentence(sendAt)}`
  }
  if (state === 'sending')
    return `${countWithNoun(waiting, 'message')} still to send. ${whenSentence(sendAt)}`
  if (state === 'paused') return `Paused with ${countWithNoun(waiting, 'message')} still to send.`
  return state === 'stopped'
    ? 'It was stopped. Messages that weren’t sent until then won’t be.'
    : 'No message is left to send. The results say how many were accepted.'
}

const audienceSentence = ({ subscribers, holdout }: Audience) =>
  `Goes to ${countWithNoun(subscribers, 'subscriber')}${holdout === 0 ? '' : `, without ${formatCount(holdout)} in the holdout group`}.`

const whenSentence = (sendAt: string | null) =>
  sendAt === null
    ? 'Sent outside of quiet hours, as soon as it’s started.'
    : `Sent on ${formatFieldDate('datetime-local', sendAt)} in each subscriber’s time zone.`
